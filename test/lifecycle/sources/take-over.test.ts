import { describe, expect, test } from "vitest";
import type { Settings } from "../../../provider/client/settings.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { note } from "../support/note.ts";
import { declared, row } from "../support/openai.ts";
import { running } from "../support/running.ts";

function world(settings: Partial<Settings> = {}, live: object = {}) {
  return running({ settings, rows: { providers: [{ ...row, ...live }] } });
}

describe.each<[string, Partial<Settings>, object]>([
  ["the resource asks for it", {}, { adopt: true }],
  ["the stack always allows it", { adopt: "always" }, {}],
])("if %s", (_who, settings, asked) => {
  test("an identical object is taken over without a write", async () => {
    const { process, writes } = world(settings);
    const obtained = await process.obtain(modelProvider, { ...declared, ...asked });
    expect(obtained).toMatchObject({ id: "providers-1", row });
    expect(writes()).toEqual([]);
  });

  test("a different object is brought in line, by what differs alone", async () => {
    const { gateway, process, writes } = world(settings, { priority: 7 });
    await process.obtain(modelProvider, { ...declared, ...asked });
    expect(writes().map(({ method, body }) => ({ method, body }))).toEqual([
      { method: "PATCH", body: { workspace_id: "w-1", priority: 1 } },
    ]);
    expect(gateway.rows("providers")).toMatchObject([{ ...row, id: "providers-1" }]);
  });

  test("a write-only value is sent, since nobody can tell whether it differs", async () => {
    const { process, writes } = world(settings);
    await process.obtain(modelProvider, { ...declared, ...asked, apiKey: "sk-1" });
    expect(writes()).toMatchObject([{ method: "PATCH", body: { api_key: "sk-1" } }]);
  });

  test("an object is taken over by one resource of the program only", async () => {
    const { process } = world(settings);
    const first = { ...declared, ...asked };
    const results = await Promise.allSettled([
      process.obtain(modelProvider, first),
      process.obtain(modelProvider, first),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("if the stack allows to take over what is identical", () => {
  const settings = { adopt: "identical" } as const;

  test("an object that equals all declared values is taken over", async () => {
    const { process, writes } = world(settings, { model_options: ["more"] });
    expect(await process.obtain(modelProvider, declared)).toMatchObject({ id: "providers-1" });
    expect(writes()).toEqual([]);
  });

  test("an object that differs in declared values is refused with its id and their names", async () => {
    const { process, writes } = world(settings);
    const inputs = { ...declared, priority: 2, compatibility: "CEREBRAS" };
    await expect(process.obtain(modelProvider, inputs)).rejects.toThrow(
      /providers-1, and is not identical .* it differs in priority, compatibility\./,
    );
    expect(writes()).toEqual([]);
  });

  test("a declared value that the gateway never shows is no difference: it is sent, and that is said", async () => {
    const { process, writes, io } = world(settings);
    await process.obtain(modelProvider, { ...declared, apiKey: "sk-1" });
    expect(writes()).toMatchObject([{ method: "PATCH", body: { api_key: "sk-1" } }]);
    expect(io.warnings.join("\n")).toMatch(/never shows apiKey.*sent/);
    expect(io.warnings.join("\n")).toMatch(
      /id providers-1, and is taken over: destroying the resource deletes it/,
    );
  });
});

test("an object that differs in what cannot be changed in place is refused, and the field is named", async () => {
  const notes = [{ workspace_id: "w-1", name: "n", text: "theirs" }];
  const { process } = running({ settings: { adopt: "always" }, rows: { notes } });
  await expect(process.obtain(note, { workspaceId: "w-1", name: "n", text: "ours" })).rejects.toThrow(
    /notes-1.*text/,
  );
});

test("what a resource of this run has made is never taken over by another one", async () => {
  const { process } = world({ adopt: "always" });
  const other = { ...declared, name: "azure" };
  await process.obtain(modelProvider, other);
  await expect(process.obtain(modelProvider, other)).rejects.toThrow("belongs to another resource");
});
