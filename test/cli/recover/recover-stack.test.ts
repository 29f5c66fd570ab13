import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import type { RecoverOptions } from "../../../cli/recover/recover-stack.js";
import { entryOf, type Killed, killedStack, lock } from "./killed-stack.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ended = { pid: 2 ** 22 + 1, hostname: hostname() };
const canceled = "pulumi cancel --yes --non-interactive --stack";
const refused = { name: "Refused" };

test.each([
  [
    "one of another machine, for an hour",
    { timestamp: ago(59) },
    "Refused",
    /ada@elsewhere \(process 4711\).*pulumi cancel --stack prod.*--since 20\d\d-/,
  ],
  ["one of an unknown time", { timestamp: "noon" }, "Refused", /ada@elsewhere/],
  [
    "one whose process runs here",
    { pid: process.pid, hostname: hostname(), timestamp: ago(120) },
    "Error",
    /still running on this machine.*pulumi cancel --stack prod.*--since/,
  ],
])(
  "--yes keeps a lock that may be active, and says who holds it and what to do: %s",
  async (_what, held, name, says) => {
    const killed = await killedStack();
    await killed.lock(held);
    await expect(killed.recover()).rejects.toMatchObject({ name, message: expect.stringMatching(says) });
    expect(await killed.changes()).toEqual([]);
  },
);

test.each([
  ["an older one", { timestamp: ago(61) }],
  ["one whose process has ended here, however young it is,", ended],
])("--yes removes a stale lock: %s", async (_what, held) => {
  const killed = await killedStack();
  await killed.lock(held);
  expect(await killed.recover()).toBe("1 stale lock. Next: `pulumi up`.");
  expect(await killed.changes()).toEqual([`${canceled} prod`]);
});

test.each([
  [true, [`${canceled} prod`]],
  [false, []],
])("a person is asked once whether the run elsewhere has ended: %s", async (answer, changes) => {
  const killed = await killedStack(() => ({ answers: [answer] }));
  await killed.lock({});
  await killed.recover({});
  expect(killed.questions).toEqual([expect.stringContaining("Has that run ended")]);
  expect(await killed.changes()).toEqual(changes);
});

test("a lock created after the check is kept, together with the others", async () => {
  const made = `cat state; echo '${JSON.stringify(lock())}' > .pulumi/locks/organization/shop/prod/two.json`;
  const killed = await killedStack(() => ({ pulumi: { "stack export": made } }));
  await killed.lock(ended);
  const message = expect.stringContaining("ada@elsewhere");
  await expect(killed.recover()).rejects.toMatchObject({ ...refused, message });
  expect(await killed.changes()).toEqual([]);
});

const says = (text: string) => `printf "${text}\\n" >&2; exit 255`;
const lockedSince = (since: string) =>
  says(`error: the stack is currently locked by 1 lock(s).
  s3://states/x.json: created by ada@elsewhere (pid 7) at ${since}`);
const inProgress = (updateInProgress: boolean, startTime?: string) => ({
  "stack ls": `echo '${JSON.stringify([{ name: "acme/shop/prod", updateInProgress }])}'`,
  ...(startTime && { "stack history": `echo '${JSON.stringify([running(startTime)])}'` }),
});
const running = (startTime: string) => ({ kind: "update", result: "in-progress", startTime });
const [s3, service] = ["s3://states", "https://api.pulumi.com"];
const wholeName = [`${canceled} acme/shop/prod`];

test.each<[of: string, url: string, Killed["pulumi"], expected: object | RegExp | string[]]>([
  ["names a young lock to who tries to get one", s3, { "stack init": lockedSince(ago(1)) }, refused],
  ["names an older lock", s3, { "stack init": lockedSince(ago(61)) }, wholeName],
  ["has no lock", s3, {}, []],
  ["does not tell", s3, { "stack init": says("error: AccessDenied") }, /AccessDenied/],
  ["has no update in progress", service, inProgress(false), []],
  ["has a young update in progress", service, inProgress(true, ago(1)), refused],
  ["has an update in progress of an unknown time", service, inProgress(true), refused],
  ["has an older update in progress", service, inProgress(true, ago(61)), wholeName],
  ["is broken", service, { "stack ls": says("error: 503 Service Unavailable") }, /503 Service Unavailable/],
])(
  "a remote backend that %s: --yes treats its lock by the same rules",
  async (_of, url, pulumi, expected) => {
    const { recover, changes } = await killedStack(() => ({ url, pulumi: pulumi ?? {} }));
    if (expected instanceof RegExp) await expect(recover()).rejects.toThrow(expected);
    else if (Array.isArray(expected)) await recover();
    else await expect(recover()).rejects.toMatchObject(expected);
    expect(await changes()).toEqual(Array.isArray(expected) ? expected : []);
  },
);

test("a dry run does not try to take the lock, and says so", async () => {
  const { recover, commands, notes } = await killedStack(() => ({ url: s3 }));
  await recover({ dryRun: true });
  expect((await commands()).filter((line) => line.startsWith("pulumi stack init"))).toEqual([]);
  expect(notes.join()).toContain("The stack may be locked");
});

const destroyed = { kind: "destroy", result: "failed", startTime: ago(10), endTime: ago(0) };

/** A stack one of whose workspaces a killed destroy has deleted; it may have `noted` what it was deleting. */
const killedDestroy = (more: Killed = {}, noted = false) =>
  killedStack(async ({ clicks, gateway }) => {
    const resources = [];
    for (const name of ["gone", "there"]) {
      const { id } = await clicks.workspace(name);
      resources.push({ ...entryOf("Workspace", name, { name }), id, outputs: { name } });
    }
    await gateway.console("DELETE", `/workspaces/${resources[0]?.id}`);
    const history = { "stack history": `echo '${JSON.stringify(noted ? [] : [destroyed])}'` };
    return { resources, deleting: noted ? resources : [], ...more, pulumi: { ...history, ...more.pulumi } };
  });

const question = "Remove 1 object from the state?";

test.each<[what: string, RecoverOptions, answer: boolean, asked: string[], left: string[]]>([
  ["after a yes, it is removed", {}, true, [question], ["there"]],
  ["after a no, nothing is done", {}, false, [question], ["gone", "there"]],
  ["in a dry run, nothing is asked or done", { dryRun: true }, true, [], ["gone", "there"]],
])("an object that a killed destroy deleted is reported: %s", async (_what, options, answer, asked, left) => {
  const { recover, questions, names, notes, changes } = await killedDestroy({ answers: [answer] });
  expect(await recover(options)).toContain("1 deleted");
  expect([questions, await names()]).toEqual([asked, left]);
  expect(notes[0]).toMatch(/^Workspace gone: It no longer exists/);
  expect(await changes()).toHaveLength(left.length === 1 ? 1 : 0);
});

test("the old state is copied to a file that only its owner can access", async () => {
  const { recover, state, notes, names } = await killedDestroy({}, true);
  const { copy, steps } = JSON.parse(await recover({ yes: true, json: true }));
  expect(steps).toMatchObject([{ step: "forget" }, { step: "drop" }]);
  expect(await names()).toEqual(["there"]);
  expect(await readFile(copy, "utf8")).toBe(state);
  expect((await stat(copy)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(notes.join()).toMatch(/contains the state's encrypted secrets\. Do not commit it.*\.gitignore/);
});

test("a state that changed since it was read is not overwritten", async () => {
  const changed = { "stack export": "cat state; echo >> state" };
  const { recover, changes, copies } = await killedDestroy({ pulumi: changed });
  const message = expect.stringContaining("the state of prod has changed in the meantime");
  await expect(recover()).rejects.toMatchObject({ ...refused, message });
  expect([await changes(), await copies()]).toEqual([[], []]);
});

test("the command to continue is printed, then the lock is removed, then the state is written", async () => {
  const pulumi = { cancel: 'exit "$(cat canceled)"', "stack history": "echo '[]'" };
  const killed = await killedDestroy({ pulumi, planned: [[], []] });
  const timestamp = ago(1);
  await killed.lock({ ...ended, timestamp });
  await killed.write("canceled", "1");
  await expect(killed.recover()).rejects.toThrow("`pulumi cancel` failed");
  expect(killed.notes.at(-1)).toContain(
    `\`npx workspace-gateway recover --stack prod --since ${timestamp}\``,
  );
  expect(await killed.names()).toContain("gone");
  await killed.write("canceled", "0");
  await killed.recover();
  const [failed, ...done] = (await killed.changes()).map((line) => line.split(" ")[1]);
  expect([failed, done]).toEqual(["cancel", ["cancel", "stack"]]);
  expect(await killed.names()).toEqual(["there"]);
});

const team = entryOf("Workspace", "team", { name: "Support" });

const lostTeam = (killed: Killed, ...history: readonly object[]) =>
  killedStack(async ({ clicks }) => {
    await clicks.workspace("Support");
    return { url: s3, pulumi: { "stack history": `echo '${JSON.stringify(history)}'` }, ...killed };
  });

test("a pending create began with the first unsuccessful update", async () => {
  const update = (result: string, began: number, end: number) => {
    return { kind: "update", result, startTime: ago(began), endTime: ago(end) };
  };
  const history = [update("failed", 60, 55), update("succeeded", 300, 240)];
  const { recover, names } = await lostTeam({ pending: [team], planned: [[], []] }, ...history);
  expect(await recover()).toBe("1 recovered. Next: `pulumi up`.");
  expect(await names()).toEqual(["team"]);
});

test("an unreadable history is reported with what to do", async () => {
  const { recover, notes } = await lostTeam({ pending: [team], pulumi: { "stack history": "exit 1" } });
  await recover();
  expect(notes.join("\n")).toMatch(/The stack's history cannot be read[\s\S]*--since/);
});

test("an object from a later preview is found, with one question per change and one copy", async () => {
  const { recover, questions, names, copies } = await killedStack(async ({ clicks }) => {
    const { id } = await clicks.workspace("Support");
    await clicks.prompt({ id, gateway_name: "" }, "tone", "Be brief.");
    const tone = (workspaceId: string) =>
      entryOf("Prompt", "tone", { workspaceId, name: "tone", content: "Be brief." });
    const pulumi = { "stack history": `echo '${JSON.stringify([running(ago(1))])}'` };
    return { planned: [[team, tone(unknown)], [tone(id)], []], pulumi };
  });
  await recover({});
  expect(questions).toEqual(["Add 1 object to the state?", "Add 1 object to the state?"]);
  expect(await names()).toEqual(["team", "tone"]);
  expect(await copies()).toHaveLength(1);
});

test("an object that is both pending and planned is reported once", async () => {
  const key = entryOf("GatewayKey", "key", { workspaceId: "w1" });
  const { recover, notes } = await lostTeam({ pending: [team, key], planned: [[], [key]] }, running(ago(60)));
  expect(await recover()).toMatch(/^1 recovered, 1 to check manually\./);
  expect(notes.filter((line) => line.includes("may have been created"))).toHaveLength(1);
});

test("the selected stack is recovered by its full name if none is named", async () => {
  const { recover, notes, changes } = await lostTeam({ pending: [team], planned: [[], []] }, running(ago(1)));
  await recover({ yes: true }, null);
  expect(notes[0]).toBe("Using stack acme/shop/prod.");
  expect(await changes()).toEqual(["pulumi stack import --non-interactive --stack acme/shop/prod"]);
});

test.each<[of: string, Killed["pulumi"], named: string | null, says: RegExp]>([
  ["a stack of another project", {}, "organization/other/prod", /is a stack of project other/],
  [
    "no stack that pulumi can name",
    { "stack --show-name": "exit 1" },
    null,
    /current stack cannot be read\. Pass --stack/,
  ],
  [
    "a backend that pulumi cannot read",
    { whoami: says("error: broken") },
    "prod",
    /broken.*workspace-gateway doctor.*damaged file/,
  ],
])("%s is an error that says what to do", async (_of, pulumi, named, reason) => {
  const { recover } = await killedStack(() => ({ pulumi: pulumi ?? {} }));
  await expect(recover({ yes: true }, named)).rejects.toThrow(reason);
});
