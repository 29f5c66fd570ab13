import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { PromptResult, PromptResults } from "../../../../cli/review/evidence/prompt-results.js";
import {
  ago,
  day,
  evidenceRoom,
  genuine,
  keyPair,
  now,
  passedGreeting,
  passedTone,
  stateOf,
  tone,
} from "./support/evidence-room.ts";

/** The same values, with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inside]) => [key, reversed(inside)]),
  );
}

const forms: readonly [string, (signed: PromptResults) => string | Uint8Array][] = [
  ["as it was signed", (signed) => JSON.stringify(signed, undefined, 2)],
  ["in one line", (signed) => JSON.stringify(signed)],
  ["with tabs", (signed) => JSON.stringify(signed, undefined, "\t")],
  ["with its keys in another order", (signed) => JSON.stringify(reversed(signed))],
  [
    "with its results and their models in another order",
    ({ results, ...signed }) =>
      JSON.stringify({
        ...signed,
        results: results.toReversed().map((each) => ({ ...each, models: each.models.toReversed() })),
      }),
  ],
  ["with keys that nobody signed", (signed) => JSON.stringify({ ...signed, note: "made on Tuesday" })],
  [
    "in UTF-16, as PowerShell writes it",
    (signed) => Buffer.from(`\uFEFF${JSON.stringify(signed)}`, "utf16le"),
  ],
];

test.each(forms)(
  "genuine results pass %s, and the comment, the page and the facts say until when",
  async (_form, form) => {
    const { sign, judge } = await evidenceRoom();
    const judged = await judge(form(sign(genuine)));
    expect([judged.code, judged.verdict?.refused]).toEqual([0, []]);
    const passed = { is: "passed", at: ago(day), until: new Date(now + 13 * day).toISOString() };
    for (const name of ["tone", "greeting"]) expect(stateOf(judged, name)).toEqual(passed);
    for (const text of [judged.comment, judged.page])
      expect(text.match(/counts until 2026-12-08/g)).toHaveLength(2);
  },
);

test("results of one model each pass together, as long as the oldest counts", async () => {
  const { sign, judge } = await evidenceRoom();
  const each = tone.models.map(
    (model, at): PromptResult => ({ ...passedTone, models: [model], at: ago((at + 1) * day) }),
  );
  const judged = await judge(
    JSON.stringify(sign([...each, passedGreeting, { ...passedTone, at: ago(13 * day) }])),
  );
  expect(stateOf(judged, "tone")).toMatchObject({ is: "passed", at: ago(3 * day) });
});

test("a result at the last moment of its age passes, also in another time zone and by a clock that is a little ahead", async () => {
  const { sign, judge } = await evidenceRoom();
  const last = new Date(now - 14 * day + 3_600_000).toISOString().replace("Z", "+01:00");
  const ahead = ago(-4 * 60_000);
  for (const at of [last, ahead]) {
    const judged = await judge(JSON.stringify(sign([{ ...passedTone, at }, passedGreeting])));
    expect([judged.code, stateOf(judged, "tone")?.is]).toEqual([0, "passed"]);
  }
});

test("while one key takes the place of another, the signatures of both count", async () => {
  const { write, keys, sign, judge } = await evidenceRoom();
  const next = keyPair();
  await write("evidence.pub", `The old one:\n${keys.publicKey}\nThe new one:\n${next.publicKey}`);
  for (const key of [keys.privateKey, next.privateKey])
    expect((await judge(JSON.stringify(sign(genuine, key)))).code).toBe(0);
});

test("rules without a key take results that are not signed: nobody else can write the file", async () => {
  const { judge } = await evidenceRoom("promptsEvaluated: {}\n");
  expect((await judge(JSON.stringify({ format: 1, results: genuine }))).code).toBe(0);
  const failed = [passedGreeting, { ...passedTone, passed: false }];
  expect((await judge(JSON.stringify({ format: 1, results: failed }))).code).toBe(3);
});

test("without the rule nothing is refused: with results, a review shows as facts what they say; without, nothing", async () => {
  const { write, judge, sign, at } = await evidenceRoom("maxDeletes: 2\n");
  const guarded = await judge(JSON.stringify(sign([passedTone])));
  expect(guarded).toMatchObject({ code: 0, verdict: { refused: [], unused: [] } });
  const bare = await judge(JSON.stringify(sign([passedTone])), {});
  expect([bare.code, bare.verdict]).toEqual([0, undefined]);
  expect([stateOf(bare, "tone")?.is, stateOf(bare, "greeting")?.is]).toEqual(["passed", "missing"]);
  expect(bare.comment).toContain("### Evidence for prompts");
  await write("other.pub", keyPair().publicKey);
  const doubted = await judge(JSON.stringify(sign([passedTone])), { evidenceKey: at("other.pub") });
  expect(stateOf(doubted, "tone")).toMatchObject({ is: "missing", why: "unknown-signer" });
  const silent = await judge(undefined, {});
  expect(silent.review.prompts.map(({ resource, evidence }) => [resource, evidence])).toEqual([
    ["greeting", undefined],
    ["tone", undefined],
  ]);
  expect(silent.comment).not.toContain("Evidence");
});

test("a person lets a prompt pass by its name, and the review says so", async () => {
  const { judge, at } = await evidenceRoom();
  const options = {
    guardFile: at("gateway-guard.yaml"),
    allow: [
      { rule: "prompts-evaluated", name: "tone" } as const,
      { rule: "prompts-evaluated", name: "greeting" } as const,
    ],
  };
  const { code, comment } = await judge(undefined, options);
  expect(code).toBe(0);
  expect(comment.match(/Allowed by name: \*\*prompts-evaluated\*\*/g)).toHaveLength(2);
});

test("openssl verifies what was signed, over bytes that are made without this package", async () => {
  const { at, write, sign } = await evidenceRoom();
  const { signature } = sign(genuine);
  const text = [...genuine]
    .map(({ at: when, environment, models, name, passed, sha256, stack, workspace }) =>
      JSON.stringify({ at: when, environment, models, name, passed, sha256, stack, workspace }),
    )
    .sort()
    .join(",");
  await write("signed", `workspace-gateway prompt results 1\n[${text}]`);
  await write("signature", Buffer.from(signature?.value ?? "", "base64"));
  const args = [
    "pkeyutl",
    "-verify",
    "-pubin",
    "-inkey",
    at("evidence.pub"),
    "-rawin",
    "-in",
    at("signed"),
    "-sigfile",
    at("signature"),
  ];
  const { error, stdout } = spawnSync("openssl", args, { encoding: "utf8" });
  if (error !== undefined) return expect((error as NodeJS.ErrnoException).code).toBe("ENOENT"); // a machine without openssl
  expect(stdout).toContain("Signature Verified Successfully");
  expect(await readFile(at("signed"), "utf8")).toContain(passedTone.sha256);
});
