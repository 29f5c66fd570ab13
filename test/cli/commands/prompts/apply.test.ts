import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { previewOf, unknown } from "../../review/facts/support/preview.ts";
import { gpt, openai, production, resource, team } from "../../review/facts/support/stack.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { stub } from "../apply/stub.ts";
import { digestOf, passedTone } from "./support/evidence-room.ts";

const setup = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" })];
const planned = previewOf(...setup, production.updated({ content: "Be kind." }));
const at = "2026-11-20T10:00:00Z"; // two days before the review of the stub
const passed = {
  ...passedTone,
  stack: "shop/dev",
  workspace: "support",
  sha256: digestOf("Be kind."),
  models: ["openai/gpt"],
  at,
};

/** A stack whose review requires evidence. */
async function required(preview = planned, rules = "promptsEvaluated: { maxAge: 4d }\n") {
  const it = await stub(preview);
  const beside = (name: string) => path.join(path.dirname(it.pin), name);
  await writeFile(beside("rules.yaml"), rules);
  await writeFile(beside("evidence.json"), JSON.stringify({ format: 1, results: [passed] }));
  const options = { guardFile: beside("rules.yaml"), evidence: beside("evidence.json") };
  const pinned = async () => JSON.parse(await readFile(it.pin, "utf8")).evidence;
  return { ...it, options, pinned };
}

test("a pin keeps until when the evidence counts, and an apply before that applies it", async () => {
  const { review, apply, calls, options, pin, pinned } = await required();
  await review(options);
  expect(await pinned()).toEqual({
    environments: ["PRODUCTION"],
    prompts: [
      {
        urn: expect.stringContaining("Prompt::tone"),
        subject: expect.stringMatching(/^[\w-]{43}$/),
        until: "2026-11-24T10:00:00.000Z",
      },
    ],
  });
  // A digest of the text alone would let who can read the pin guess it.
  expect(await readFile(pin, "utf8")).not.toMatch(new RegExp(`${passed.sha256}|openai/gpt`));
  await apply([], 1.9);
  expect((await calls()).join("\n")).toMatch(/^up /m);
});

test("an apply after that is refused, and nothing is applied", async () => {
  const { review, apply, calls, options } = await required();
  await review(options);
  await expect(apply([], 2.1)).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringContaining("the evaluation of Prompt tone counted until 2026-11-24T10:00:00.000Z"),
  });
  expect((await calls()).join("\n")).not.toMatch(/^up /m);
});

test("an apply whose preview changes another prompt than the review saw is refused", async () => {
  const { review, apply, write, options } = await required();
  await review(options);
  const other = resource("Prompt", "next", { name: "next", environment: "PRODUCTION" });
  await write("preview", previewOf(...setup, production.updated({ content: "Be kind." }), other.created()));
  await expect(apply()).rejects.toMatchObject({ exitCode: 4 });
});

test("a prompt that a person lets pass by its name is applied, also if nobody knows its text before", async () => {
  const open = previewOf(...setup, production.updated({ content: unknown }));
  const { review, apply, calls, options, pinned } = await required(open);
  const place = ["--cwd", await temporaryFolder()];
  await expect(review(options, place)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining("its text is not known before the `up`"),
  });
  const allow = [
    { rule: "prompts-evaluated", name: "tone" } as const,
    { rule: "unknown", name: "tone" } as const,
  ];
  await review({ ...options, allow }, place);
  expect(await pinned()).toMatchObject({ prompts: [{ until: null }] });
  await calls();
  await apply(place, 6);
  expect((await calls()).join("\n")).toMatch(/^up /m);
});

test("without the rule a pin has nothing of it", async () => {
  const { review, options, pinned } = await required(planned, "maxDeletes: 2\n");
  await review(options);
  expect(await pinned()).toBeUndefined();
});
