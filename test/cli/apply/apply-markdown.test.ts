import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { typeToken } from "../../../provider/spec/token.js";
import { previewOf } from "../review/facts/support/preview.ts";
import { gpt, team, tone } from "../review/facts/support/stack.ts";
import { stub } from "./stub.ts";

const protectedTeam = () => {
  const kept = team.same();
  return { ...kept, newState: { inputs: {}, ...kept.newState, protect: true } };
};
const planned = previewOf(gpt.updated({ inputCost: 1 }), tone.created(), protectedTeam());
const line = (sign: string, kind: string, name: string, how: string) =>
  ` ${sign}  ${typeToken(kind)} ${name} ${how}`;

/** A review of these changes, and the comment of an `apply` of it, during which pulumi says this and ends so. */
async function applied(said: readonly string[], code = "0", secrets: object = {}) {
  const room = await stub(planned, secrets);
  await room.review();
  await room.write("said", `${said.join("\n")}\n`);
  await room.write("up", code);
  const file = `${room.pin}.md`;
  const comment = async () => {
    const error = await room.apply([], 0, { markdown: file }).catch((reason: unknown) => reason);
    return { error, text: await readFile(file, "utf8") };
  };
  return { ...room, comment };
}

/** The parts of a comment, by their titles. */
function partsOf(text: string): Record<string, string> {
  const parts = text.split(/^### /m).slice(1);
  return Object.fromEntries(parts.map((part) => [part.split("\n")[0]?.replace(/ \(\d+\)$/, ""), part]));
}

test("what is applied is told step by step, with the changed options", async () => {
  const { comment } = await applied([line("~", "Model", "gpt", "updated (0.5s)")]);
  const { error, text } = await comment();
  expect(error).toBeUndefined();
  expect(text).toMatch(/^<!-- workspace-gateway apply: shop\/dev -->\n## ✅ Applied, as it was reviewed\n/);
  expect(text).toContain("reviewed by `ann` at `2026-11-22T10:00:00.000Z` of commit `abcdef012345`");
  const { Applied = "" } = partsOf(text);
  for (const said of [
    "`Model gpt` changed",
    "`Prompt tone` created",
    "`Workspace team` is protected from now on",
  ])
    expect(Applied).toContain(said);
});

test("of an `up` that fails it is told what failed, what is done, what was only begun, and what to do", async () => {
  const { comment } = await applied(
    [
      line("~", "Model", "gpt", "updating (0s)"),
      line("~", "Model", "gpt", "updated (0.5s)"),
      line("+", "Prompt", "tone", "creating (0s)"),
      line("+", "Prompt", "tone", "**creating failed** error: 403"),
      "Diagnostics:",
      "    error: the key SEKRET-1 may not write",
    ],
    "255",
    { "shop:key": { secret: true, value: "SEKRET-1" } },
  );
  const { error, text } = await comment();
  expect(error).toMatchObject({ name: "Error" });
  expect(text).toContain("## ❌ It failed, and a part may be applied");
  const parts = partsOf(text);
  expect(parts.Failed).toContain("`Prompt tone` created");
  expect(parts.Applied).toContain("`Model gpt` changed");
  expect(parts.Next).toContain("Review again");
  expect(parts.Next).not.toContain("recover");
  expect(text).toContain("may not write");
  expect(text).not.toContain("SEKRET-1");
});

test("what was begun and has no end may be half done: `recover` finds out", async () => {
  const { comment } = await applied([line("+", "Prompt", "tone", "creating (0s)")], "130");
  const parts = partsOf((await comment()).text);
  expect(parts["Begun, and perhaps half done"]).toContain("`Prompt tone`");
  expect(parts["Not begun, as far as is known"]).toContain("`Model gpt`");
  expect(parts.Next).toContain("workspace-gateway recover");
});

test("a pin that does not hold, one that is damaged and a preview that fails say that nothing was applied", async () => {
  const { comment, write, pin } = await applied([]);
  await write("preview", previewOf(gpt.updated({ inputCost: 1 })));
  const moved = await comment();
  expect(moved.error).toMatchObject({ exitCode: 4 });
  expect(moved.text).toContain("## ❌ Nothing was applied: the pin does not hold");
  expect(moved.text).toContain("the program no longer creates Prompt tone");
  await write("preview", JSON.stringify({ diagnostics: [{ severity: "error", message: "no such file" }] }));
  const failed = await comment();
  expect(failed.error).toMatchObject({ name: "Error" });
  expect(failed.text).toContain("## ❌ Nothing was applied: it failed before");
  expect(failed.text).toContain("no such file");
  await writeFile(pin, "{");
  const damaged = await comment();
  expect(damaged.error).toMatchObject({ exitCode: 4 });
  expect(damaged.text).toContain("Nothing was applied: the pin cannot be used");
  expect(damaged.text).toMatch(/^<!-- workspace-gateway apply: /);
});

test("where there is nothing to do, the comment is one line that says why", async () => {
  const { comment, write } = await applied([]);
  const done = [gpt.with({ inputCost: 1 }).same(), tone.same(), team.same()];
  await write("preview", previewOf(...done));
  expect((await comment()).text).toContain(
    "✅ `shop/dev`: nothing to do, what was reviewed is applied already.",
  );
});
