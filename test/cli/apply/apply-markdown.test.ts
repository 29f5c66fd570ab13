import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { quietViolations } from "../../../cli/apply/run-plan.js";
import { typeToken } from "../../../provider/spec/token.js";
import { gpt, previewOf, team, tone } from "../review/facts/support/preview.ts";
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

test("the comment lists each applied step, including changed resource options", async () => {
  const { comment } = await applied([line("~", "Model", "gpt", "updated (0.5s)")]);
  expect(await comment("applied")).toBeUndefined();
});

test("the comment on a failed `up` lists what failed, finished, or only started, and what to do", async () => {
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

test("an operation that started but did not finish is listed, with the advice to run `recover`", async () => {
  const { comment } = await applied([line("+", "Prompt", "tone", "creating (0s)")], "130");
  expect(await comment("half-done")).toMatchObject({ name: "Error" });
});

test("reports that nothing was applied if the pin does not match, the pin is damaged, or the preview fails", async () => {
  const { comment, write, pin } = await applied([]);
  await write("preview", previewOf(cheaper));
  expect(await comment("pin-moved")).toMatchObject({ exitCode: 4 });
  await write("preview", JSON.stringify({ diagnostics: [{ severity: "error", message: "no such file" }] }));
  expect(await comment("preview-failed")).toMatchObject({ name: "Error" });
  await writeFile(pin, "{");
  expect(await comment("pin-damaged")).toMatchObject({ exitCode: 4 });
});

test("the comment is one line with the reason if there is nothing to do", async () => {
  const { comment, write } = await applied([]);
  await write("preview", previewOf(gpt.with({ inputCost: 1 }).same(), tone.same(), team.same()));
  expect(await comment("nothing-to-do")).toBeUndefined();
});

function shown(lines: readonly string[]): string[] {
  const out: string[] = [];
  const show = quietViolations((line) => void out.push(line));
  lines.forEach(show);
  return out;
}

test("the output of an `up` without a plan violation is printed unchanged", () => {
  const lines = ["Updating (test):", " ~  Model gpt updated", "  anything", "Duration: 3s"];
  expect(shown(lines)).toEqual(lines);
});

test("a plan violation shows the resource and later progress, but no planned secret", () => {
  const urn = "urn:pulumi:test::e2e::pulumi:providers:pulumi-nodejs::default";
  const done = ` ~  workspace-gateway:index:Model gpt updated (0.01s) [diff: ~displayName]`;
  const said = shown([
    "Updating (test):",
    `    pulumi:providers:pulumi-nodejs default  error: resource ${urn} violates plan: properties changed: ~~e2e:key[{&{{-----BEGIN KEY`,
    "SEKRET-1",
    "    SEKRET-2",
    " ~  SEKRET-3",
    "-----END KEY}}}!={&{{[secret]}}}]",
    done,
    "Resources:",
    "    ~ 1 updated",
    "    3 unchanged",
    "",
    "Duration: 3s",
  ]);
  expect(said.join("\n")).not.toMatch(/SEKRET|KEY/);
  expect(said).toContain(
    `    pulumi:providers:pulumi-nodejs default  error: resource ${urn} violates plan (the difference is not shown, because it may contain planned secrets)`,
  );
  expect(said.slice(-5)).toEqual([done, "Resources:", "    ~ 1 updated", "    3 unchanged", "Duration: 3s"]);
});
