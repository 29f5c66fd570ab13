import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { typeToken } from "../../../provider/spec/token.js";
import { previewOf } from "../review/facts/support/preview.ts";
import { gpt, team, tone } from "../review/facts/support/stack.ts";
import { stub } from "./stub.ts";

const kept = team.same();
const protectedTeam = { ...kept, newState: { inputs: {}, ...kept.newState, protect: true } };
const cheaper = gpt.updated({ inputCost: 1 });
const planned = previewOf(cheaper, tone.created(), protectedTeam);
const line = (sign: string, kind: string, name: string, how: string) =>
  ` ${sign}  ${typeToken(kind)} ${name} ${how}`;

/** A review of these changes, and the comment of an `apply` of it, during which pulumi says this and ends so. */
async function applied(said: readonly string[], code = "0", secrets: object = {}) {
  const room = await stub(planned, secrets);
  await room.review();
  await room.write("said", `${said.join("\n")}\n`);
  await room.write("up", code);
  const file = `${room.pin}.md`;
  const comment = async (name: string) => {
    const error: unknown = await room.apply([], 0, { markdown: file }).catch((reason: unknown) => reason);
    const text = (await readFile(file, "utf8")).replaceAll(path.dirname(room.pin), "FOLDER");
    await expect(text).toMatchFileSnapshot(`./comments/${name}.md`);
    return error;
  };
  return { ...room, comment };
}

test("what is applied is told step by step, with the changed options", async () => {
  const { comment } = await applied([line("~", "Model", "gpt", "updated (0.5s)")]);
  expect(await comment("applied")).toBeUndefined();
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
  expect(await comment("failed")).toMatchObject({ name: "Error" });
});

test("what was begun and has no end may be half done: `recover` finds out", async () => {
  const { comment } = await applied([line("+", "Prompt", "tone", "creating (0s)")], "130");
  expect(await comment("half-done")).toMatchObject({ name: "Error" });
});

test("a pin that does not hold, one that is damaged and a preview that fails say that nothing was applied", async () => {
  const { comment, write, pin } = await applied([]);
  await write("preview", previewOf(cheaper));
  expect(await comment("pin-moved")).toMatchObject({ exitCode: 4 });
  await write("preview", JSON.stringify({ diagnostics: [{ severity: "error", message: "no such file" }] }));
  expect(await comment("preview-failed")).toMatchObject({ name: "Error" });
  await writeFile(pin, "{");
  expect(await comment("pin-damaged")).toMatchObject({ exitCode: 4 });
});

test("where there is nothing to do, the comment is one line that says why", async () => {
  const { comment, write } = await applied([]);
  await write("preview", previewOf(gpt.with({ inputCost: 1 }).same(), tone.same(), team.same()));
  expect(await comment("nothing-to-do")).toBeUndefined();
});
