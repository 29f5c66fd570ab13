import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { UsageError } from "../../../../cli/commands/terminal.js";
import {
  ago,
  day,
  evidenceRoom,
  genuine,
  keyPair,
  passedGreeting,
  passedTone,
  stateOf,
} from "./support/evidence-room.ts";

const rules = "promptsEvaluated: { maxAge: 14d, key: evidence.pub }\n";

/** A pull request: what the room has when it begins is the target branch. */
async function pullRequest(target = rules) {
  const room = await evidenceRoom(target);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: room.folder });
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "The target branch");
  const options = { guardFile: room.at("gateway-guard.yaml"), guardRef: "refs/heads/main" };
  return { ...room, git, options };
}

/** What the guard says of the rules, and the first line of the comment. */
const toldOf = ({
  verdict,
  comment,
}: Awaited<ReturnType<Awaited<ReturnType<typeof evidenceRoom>>["judge"]>>) => ({
  words: verdict?.rulesChanged?.changes.map(
    ({ key, words, isLooser }) => `${key} ${words}${isLooser ? "!" : ""}`,
  ),
  first: comment.split("\n").find((line) => line.startsWith("**")) ?? "",
});

const ownKey = keyPair();
const signedByOther = ({ sign }: { sign: Awaited<ReturnType<typeof evidenceRoom>>["sign"] }) =>
  JSON.stringify(sign(genuine, ownKey.privateKey));

test.each<[string, Record<string, string | undefined>, string]>([
  ["another key in the file", { "evidence.pub": ownKey.publicKey }, "promptsEvaluated key is another one!"],
  [
    "a key of its own besides",
    { "own.pub": ownKey.publicKey, "gateway-guard.yaml": rules.replace("evidence.pub", "own.pub") },
    "promptsEvaluated key is another one!",
  ],
  [
    "no key any more",
    { "gateway-guard.yaml": "promptsEvaluated: { maxAge: 14d }\n" },
    "promptsEvaluated no signature is needed any more!",
  ],
  ["no rule any more", { "gateway-guard.yaml": "maxDeletes: 2\n" }, "promptsEvaluated is taken out!"],
  [
    "other environments",
    { "gateway-guard.yaml": rules.replace("key:", "environments: [STAGING], key:") },
    "promptsEvaluated PRODUCTION is taken out!",
  ],
  ["a private key where the public one was", { "evidence.pub": ownKey.privateKey }, "file cannot be read"],
  ["no key file any more", { "evidence.pub": undefined }, "file cannot be read"],
])(
  "a pull request with %s is judged by the key and the terms of the target branch, and that is told first",
  async (_what, files, words) => {
    const request = await pullRequest();
    for (const [name, text] of Object.entries(files))
      await (text === undefined ? rm(request.at(name)) : request.write(name, text));
    const judged = await request.judge(signedByOther(request), request.options);
    expect([judged.code, stateOf(judged, "tone")]).toEqual([
      3,
      expect.objectContaining({ why: "unknown-signer" }),
    ]);
    const told = toldOf(judged);
    expect(told.words?.join("\n")).toContain(words);
    expect(told.first).toContain("loosens the guard's rules in");
    expect((await request.judge(JSON.stringify(request.sign(genuine)), request.options)).code).toBe(0);
  },
);

test("a longer time is told as looser, and does not count", async () => {
  const request = await pullRequest();
  await request.write("gateway-guard.yaml", rules.replace("14d", "90d"));
  const old = JSON.stringify(request.sign([passedGreeting, { ...passedTone, at: ago(20 * day) }]));
  const judged = await request.judge(old, request.options);
  expect([judged.code, toldOf(judged).words]).toEqual([3, ["promptsEvaluated maxAge 14d → 90d!"]]);
});

test("what is stricter, or is the same in other words, is not called looser", async () => {
  const request = await pullRequest();
  await request.write("gateway-guard.yaml", rules.replace("14d", "336h"));
  expect(toldOf(await request.judge(undefined, request.options)).words).toBeUndefined();
  await request.write("gateway-guard.yaml", rules.replace("14d", "2d, environments: [PRODUCTION, STAGING]"));
  expect(toldOf(await request.judge(undefined, request.options)).words).toEqual([
    "promptsEvaluated maxAge 14d → 2d",
    "promptsEvaluated STAGING is added",
  ]);
  const keyless = await pullRequest("promptsEvaluated: {}\n");
  await keyless.write("gateway-guard.yaml", rules);
  expect(toldOf(await keyless.judge(undefined, keyless.options)).words).toEqual([
    "promptsEvaluated a signature is needed from now on",
  ]);
});

test("a pull request that brings the rule is judged without it, and the review says that it comes", async () => {
  const request = await pullRequest("maxDeletes: 2\n");
  await request.write("gateway-guard.yaml", `maxDeletes: 2\n${rules}`);
  const judged = await request.judge(undefined, request.options);
  expect([judged.code, toldOf(judged).words]).toEqual([0, ["promptsEvaluated is added"]]);
});

test("the key that an option names is that of the target branch, too", async () => {
  const request = await pullRequest();
  await mkdir(request.at("keys"));
  await request.write("keys/next.pub", ownKey.publicKey);
  request.git("add", "keys");
  request.git("commit", "--quiet", "--message", "Another key");
  await request.write("keys/next.pub", keyPair().publicKey);
  const options = { ...request.options, evidenceKey: request.at("keys/next.pub") };
  expect((await request.judge(signedByOther(request), options)).code).toBe(0);
  const facts = await request.judge(signedByOther(request), {
    evidenceKey: options.evidenceKey,
    guardRef: options.guardRef,
  });
  expect(stateOf(facts, "tone")?.is).toBe("passed");
  expect((await request.judge(JSON.stringify(request.sign(genuine)), options)).code).toBe(3);
});

test("a key that the target branch does not have, or that is none, is wrong usage: nothing takes its place", async () => {
  const request = await pullRequest(rules.replace("evidence.pub", "missing.pub"));
  await request.write("missing.pub", ownKey.publicKey);
  const judging = () => request.judge(signedByOther(request), request.options);
  await expect(judging()).rejects.toThrow(UsageError);
  await expect(judging()).rejects.toThrow(
    "missing.pub is not in refs/heads/main, so no signature can be verified",
  );
  const broken = await evidenceRoom();
  for (const [text, why] of [
    ["", "holds no public key"],
    [broken.keys.privateKey, "holds a private key"],
    [broken.keys.publicKey.replace(/\n.*\n/, "\nAAAA\n"), "holds a damaged key"],
  ] as const) {
    await broken.write("evidence.pub", text);
    await expect(broken.judge("{}")).rejects.toThrow(why);
  }
  await expect(broken.judge(undefined, { evidenceKey: broken.at("evidence.pub") })).rejects.toThrow(
    "needs --evidence",
  );
});
