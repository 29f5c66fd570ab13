import { createHmac, createPrivateKey, createPublicKey, sign as signBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { EvidenceProblem } from "../../../../cli/review/evidence/evidence-state.js";
import type { PromptResult, PromptResults } from "../../../../cli/review/evidence/prompt-results.js";
import { signerOf } from "../../../../cli/review/evidence/signers.js";
import {
  ago,
  day,
  digestOf,
  evidenceRoom,
  genuine,
  keyPair,
  type evidenceRoom as openRoom,
  passedGreeting,
  passedTone,
  stateOf,
  tone,
} from "./support/evidence-room.ts";

type Room = Awaited<ReturnType<typeof openRoom>>;

/** The genuine results, but another one for `tone`. */
const withTone = (...others: Partial<PromptResult>[]) => [
  passedGreeting,
  ...others.map((other) => ({ ...passedTone, ...other })),
];

const signedTone =
  (...others: Partial<PromptResult>[]) =>
  ({ sign }: Room) =>
    JSON.stringify(sign(withTone(...others)));

/** Signs, and changes the file afterwards. */
const tampered =
  (change: (signed: PromptResults) => unknown, results: readonly PromptResult[] = genuine) =>
  ({ sign }: Room) =>
    JSON.stringify(change(sign(results)));

const withSignature = (signature: Partial<NonNullable<PromptResults["signature"]>>) =>
  tampered((signed) => ({ ...signed, signature: { ...signed.signature, ...signature } }));

const raw = (text: string) => () => text;

/** What somebody may try, and why it is refused. */
const attacks: readonly [string, EvidenceProblem["why"], (room: Room) => string | undefined][] = [
  ["no results at all", "no-file", () => undefined],
  ["an empty file", "malformed", raw("")],
  ["a text that is no JSON", "malformed", raw("tone passed, promise")],
  ["a list without a format", "malformed", raw(JSON.stringify(genuine))],
  ["a format of another release", "malformed", tampered((signed) => ({ ...signed, format: 2 }))],
  ["a text that is nested too deeply", "malformed", raw(`${"[".repeat(5000)}${"]".repeat(5000)}`)],
  [
    "a verdict that is a text",
    "malformed",
    tampered((signed) => ({
      ...signed,
      results: signed.results.map((each) => ({ ...each, passed: "true" })),
    })),
  ],
  ["a digest in capitals", "malformed", signedTone({ sha256: passedTone.sha256.toUpperCase() })],
  ["results that are not signed", "unsigned", raw(JSON.stringify({ format: 1, results: genuine }))],
  [
    "a signature by somebody else",
    "unknown-signer",
    ({ sign }) => JSON.stringify(sign(genuine, keyPair().privateKey)),
  ],
  [
    "a signature by somebody else under the name of the known key",
    "broken-signature",
    ({ sign, keys }) => {
      const other = sign(genuine, keyPair().privateKey);
      const signer = signerOf(createPublicKey(keys.publicKey)).fingerprint;
      return JSON.stringify({ ...other, signature: { ...other.signature, signer } });
    },
  ],
  ["an empty signature", "broken-signature", withSignature({ value: "" })],
  ["a signature of zeros", "broken-signature", withSignature({ value: Buffer.alloc(64).toString("base64") })],
  [
    "a signature of other results",
    "broken-signature",
    ({ sign }) => {
      const { signature } = sign(withTone({ passed: false }));
      return JSON.stringify({ ...sign(genuine), signature });
    },
  ],
  [
    "a signature of the bytes of the file, as another tool would make one",
    "broken-signature",
    ({ sign, keys }) => {
      const signed = sign(genuine);
      const bytes = Buffer.from(JSON.stringify({ format: 1, results: genuine }));
      const value = signBytes(null, bytes, createPrivateKey(keys.privateKey)).toString("base64");
      return JSON.stringify({ ...signed, signature: { ...signed.signature, value } });
    },
  ],
  [
    "a keyed digest, with the public key for a secret",
    "broken-signature",
    ({ sign, keys }) => {
      const signed = sign(genuine);
      const value = createHmac("sha512", keys.publicKey).update(JSON.stringify(genuine)).digest("base64");
      return JSON.stringify({ ...signed, signature: { ...signed.signature, value } });
    },
  ],
  [
    "a failure that was turned into a pass",
    "broken-signature",
    tampered(
      (signed) => ({ ...signed, results: signed.results.map((each) => ({ ...each, passed: true })) }),
      withTone({ passed: false }),
    ),
  ],
  [
    "a second verdict behind the signed one, under the same key",
    "broken-signature",
    ({ sign }) =>
      JSON.stringify(sign(withTone({ passed: false }))).replace(
        '"passed":false',
        '"passed":false,"passed":true',
      ),
  ],
  [
    "a failure that was left out",
    "broken-signature",
    tampered(
      (signed) => ({ ...signed, results: signed.results.filter(({ passed }) => passed) }),
      withTone({}, { passed: false }),
    ),
  ],
  [
    "an old result with a new date",
    "broken-signature",
    tampered(
      (signed) => ({ ...signed, results: signed.results.map((each) => ({ ...each, at: ago(day) })) }),
      withTone({ at: ago(90 * day) }),
    ),
  ],
  [
    "a model that was added afterwards",
    "broken-signature",
    tampered(
      (signed) => ({ ...signed, results: signed.results.map((each) => ({ ...each, models: tone.models })) }),
      withTone({ models: ["openai/gpt-small"] }),
    ),
  ],
  [
    "a result of nothing but the other prompt",
    "no-result",
    ({ sign }) => JSON.stringify(sign([passedGreeting])),
  ],
  [
    "a result of the text before the change",
    "other-text",
    signedTone({ sha256: digestOf(tone.text.replace(" and travel", "")) }),
  ],
  [
    "a result of the text with another line end",
    "other-text",
    signedTone({ sha256: digestOf(`${tone.text}\n`) }),
  ],
  [
    "a result of the text in other Unicode",
    "other-text",
    signedTone({ sha256: digestOf(`\uFEFF${tone.text}`) }),
  ],
  ["a result of the same text under another name", "other-prompt", signedTone({ name: "tone-next" })],
  ["a result of the same text in another workspace", "other-prompt", signedTone({ workspace: "Playground" })],
  ["a result of the same text in another stack", "other-prompt", signedTone({ stack: "northwind/staging" })],
  ["a result of the same text in no stack", "other-prompt", signedTone({ stack: null })],
  ["a result for another environment", "other-environment", signedTone({ environment: "STAGING" })],
  ["a result for no environment", "other-environment", signedTone({ environment: null })],
  ["a result with one model too few", "other-model", signedTone({ models: tone.models.slice(1) })],
  ["a result with all models at once", "other-model", signedTone({ models: ["*"] })],
  [
    "a result with the names that callers send",
    "other-model",
    signedTone({ models: ["gpt-large", "gpt-small", "reasoner"] }),
  ],
  ["a failure", "failed", signedTone({ passed: false })],
  ["a pass beside a failure", "contradictory", signedTone({}, { passed: false })],
  [
    "a pass after a failure of long ago",
    "contradictory",
    signedTone({ passed: false, at: ago(300 * day) }, {}),
  ],
  ["a result that is a second too old", "stale", signedTone({ at: ago(14 * day + 1000) })],
  ["a result of tomorrow", "future", signedTone({ at: ago(-day) })],
  [
    "an old result of one model beside new ones of the others",
    "other-model",
    signedTone({ models: tone.models.slice(0, 1), at: ago(20 * day) }, { models: tone.models.slice(1) }),
  ],
];

test("there are at least 30 attacks, all of them different", () => {
  expect(new Set(attacks.map(([name]) => name)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(30);
});

test.each(attacks)(
  "%s is refused, and the comment, the page and the facts say why",
  async (_name, why, evidence) => {
    const room = await evidenceRoom();
    const judged = await room.judge(evidence(room));
    const state = stateOf(judged, "tone");
    expect([judged.code, state]).toEqual([3, { is: "missing", why, reason: expect.any(String) }]);
    const refused = judged.verdict?.refused.find(
      ({ rule, name }) => rule === "prompts-evaluated" && name === "tone",
    );
    expect(refused?.option).toBe("--allow prompts-evaluated:tone");
    const reason = state?.is === "missing" ? state.reason : "";
    expect(refused?.reason).toContain(reason);
    const beginning = reason.replace(room.folder, "").slice(0, 25).replaceAll("`", "");
    expect(judged.comment.replaceAll("`", "")).toContain(beginning);
    expect(judged.page.replaceAll(/<[^>]*>/g, "")).toContain(beginning);
  },
);

test("an attack upon one prompt leaves the genuine result of the other as it is", async () => {
  const room = await evidenceRoom();
  const { verdict } = await room.judge(signedTone({ passed: false })(room));
  expect(verdict?.refused.map(({ rule, name }) => `${rule}:${name}`)).toEqual(["prompts-evaluated:tone"]);
});
