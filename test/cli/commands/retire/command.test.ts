import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type PreviewStep, previewOf } from "../../review/facts/support/preview.ts";
import { openai, resource, team } from "../../review/facts/support/stack.ts";
import { openPerson } from "../support/person.ts";

const old = resource("Model", "old", { name: "gpt-4o", retiresOn: "2020-02-29", replacedBy: "openai/gpt-5" });
const next = resource("Model", "next", { name: "gpt-5" });
const models = [
  team.with({ name: "Team" }).same(),
  openai.same(),
  old.same({ gatewayName: "openai/gpt-4o" }),
  next.same({ gatewayName: "openai/gpt-5" }),
];
const mapped = resource("Mapping", "default", {
  sourceName: "default",
  targetModel: "openai/gpt-4o",
  enabled: true,
}).same();

async function room(...steps: readonly PreviewStep[]) {
  const person = await openPerson();
  const preview = path.join(person.home, "preview.json");
  await writeFile(preview, previewOf(...steps));
  return {
    ...person,
    preview,
    retire: (...args: string[]) =>
      person.run(["retire", ...args], { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() }),
  };
}

test("a model that has retired and to which a mapping leads is told with its replacement, and ends with 3", async () => {
  const { retire, preview } = await room(...models, mapped);
  const { code, stdout, stderr } = await retire("--preview", preview, "--offline");
  const [head, replaced, titles, row] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/^openai\/gpt-4o in Team retired on 2020-02-29, \d+ days ago\.$/);
  expect(replaced).toBe("  It is replaced by `openai/gpt-5`.");
  expect([titles, row].map((line) => line?.trim().split(/ {2,}/))).toEqual([
    ["callers send", "mapping", "depends on"],
    ["default", "default"],
  ]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("have retired: `openai/gpt-4o`")]);
});

test("a model that has retired and to which nothing leads is told, and ends with 0", async () => {
  const { retire, preview } = await room(...models);
  const { code, stdout } = await retire("--preview", preview, "--offline");
  expect([code, stdout]).toEqual([0, expect.stringContaining("No mapping leads to it.")]);
});

test("a model that is named is told whatever its day, by its gateway name, its name or its id", async () => {
  const { retire, preview } = await room(...models);
  for (const name of ["openai/gpt-5", "next", "next-id"]) {
    const { code, stdout } = await retire(name, "--preview", preview, "--offline", "--json");
    const [told, ...others] = JSON.parse(stdout).retirements;
    expect([code, told.model, told.daysLeft, others]).toEqual([0, "openai/gpt-5", undefined, []]);
  }
  const { code, stderr } = await retire("openai/gpt-6", "--preview", preview, "--offline");
  expect([code, stderr]).toEqual([1, expect.stringContaining("Is `openai/gpt-5` meant?")]);
});

test.each([
  [["--live"], "the gateway does not know when models retire"],
  [["--stack", "prod", "--preview", "p.json"], "give only one of"],
  [["--preview", "p.json", "--", "--refresh"], "what is after `--`"],
  [["--stack", "prod", "--offline"], "--offline is for a preview"],
  [["--preview", "p.json", "--show-keys"], "give --usage"],
  [["--within", "soon"], "a number of days"],
])("%j is refused as a command line, and nothing is sent", async (args, says) => {
  const { retire, gateway } = await room();
  gateway.log.clear();
  const { code, stderr } = await retire(...args);
  expect([code, stderr, gateway.log.entries()]).toEqual([2, expect.stringContaining(says), []]);
});
