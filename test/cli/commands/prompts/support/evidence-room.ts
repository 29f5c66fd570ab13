import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ReviewOptions, tellReview } from "../../../../../cli/commands/review/tell-review.js";
import { Refused } from "../../../../../cli/commands/terminal.js";
import type { PromptResult } from "../../../../../cli/review/evidence/prompt-results.js";
import { signedResults } from "../../../../../cli/review/evidence/signature.js";
import type { Review } from "../../../../../cli/review/facts/review.js";
import type { Verdict } from "../../../../../cli/review/guard/verdict.js";
import { recordedText } from "../../../review/previews/recorded.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { heardTerminal } from "../../support/heard-terminal.ts";

/** When everything of these tests happens. */
export const now = Date.parse("2026-11-25T12:00:00.000Z");
export const day = 24 * 60 * 60 * 1000;

export function ago(milliseconds: number): string {
  return new Date(now - milliseconds).toISOString();
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** What the recorded preview `prompts` changes, as a person reads it there. */
export const tone = {
  text: [
    "You are the support assistant of Northwind, a shop for outdoor and travel gear.",
    "Answer in the language of the customer, in at most five sentences, and be friendly even if the customer is not.",
    "Never promise a refund: say that a colleague will look at the order and answer within two working days.",
    "",
    "If you are not sure, say so, and offer to open a ticket.",
    "Do not give advice on health.",
    "Do not give advice on law.",
    'Sign with "The Northwind team".',
  ].join("\n"),
  models: ["deepseek/reasoner", "openai/gpt-large", "openai/gpt-small"],
};

export const passedTone: PromptResult = {
  stack: "northwind/prod",
  workspace: "Support assistant",
  name: "tone",
  environment: "PRODUCTION",
  sha256: digestOf(tone.text),
  models: tone.models,
  passed: true,
  at: ago(day),
};

/** It is attached to a model, and for no environment. */
export const passedGreeting: PromptResult = {
  ...passedTone,
  name: "greeting",
  environment: null,
  sha256: digestOf("Hello! How may I help?"),
  models: ["openai/gpt-small"],
};

export const genuine: readonly PromptResult[] = [passedTone, passedGreeting];

export interface Judged {
  readonly code: number;
  readonly review: Review;
  readonly verdict: Verdict | undefined;
  readonly comment: string;
  readonly page: string;
}

/** A pair of keys in PEM. */
export function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = (key: KeyObject, type: "spki" | "pkcs8") => key.export({ type, format: "pem" }).toString();
  return { publicKey: pem(publicKey, "spki"), privateKey: pem(privateKey, "pkcs8") };
}

/** A folder with a preview, a key, and a guard file that requires evidence. */
export async function evidenceRoom(rules = "promptsEvaluated: { maxAge: 14d, key: evidence.pub }\n") {
  const folder = await temporaryFolder();
  const keys = keyPair();
  const at = (name: string) => path.join(folder, name);
  const write = (name: string, text: string | Uint8Array) => writeFile(at(name), text);
  await write("evidence.pub", keys.publicKey);
  await write("gateway-guard.yaml", rules);
  await write("preview.json", recordedText("prompts"));
  const sign = (results: readonly PromptResult[], key = keys.privateKey) => signedResults(results, key);
  /** What a review says of the preview with this text as evidence; undefined: none is given. */
  const judge = async (
    evidence: string | Uint8Array | undefined,
    options: ReviewOptions = { guardFile: at("gateway-guard.yaml") },
  ): Promise<Judged> => {
    if (evidence !== undefined) await write("evidence.json", evidence);
    const { terminal, out } = heardTerminal({ ...process.env, WORKSPACE_GATEWAY_BASE_URL: undefined });
    const files = { markdown: at("comment.md"), html: at("page.html"), json: true };
    const given = evidence === undefined ? {} : { evidence: at("evidence.json") };
    const asked = { ...files, ...given, ...options };
    const code = await tellReview({ file: at("preview.json"), pulumi: [] }, asked, terminal, {
      now: () => now,
    }).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof Refused) return error.exitCode;
        throw error;
      },
    );
    const { verdict, ...review } = JSON.parse(out.join("\n"));
    const read = (name: string) => readFile(at(name), "utf8");
    return { code, review, verdict, comment: await read("comment.md"), page: await read("page.html") };
  };
  return { folder, at, write, keys, sign, judge };
}

/** The state of the evidence for a prompt, by its name in the program. */
export function stateOf({ review }: Judged, name: string) {
  return review.prompts.find(({ resource }) => resource === name)?.evidence;
}
