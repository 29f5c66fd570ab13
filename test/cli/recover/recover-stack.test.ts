import { realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findPlace, Stopped } from "../../../cli/recover/recovery.js";
import type { RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import type { Desk } from "../support/desk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { entryOf, type KilledStack, killedStack, machineIn, type Sayings } from "./command-support.ts";

const hour = 3_600_000;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

/** An update that ended that many hours ago. */
function update(result: string, began: number, ended: number) {
  return { kind: "update", result, startTime: ago(began), endTime: ago(ended) };
}

const running = { kind: "update", result: "in-progress", startTime: ago(1) };

const namedIn = (steps: readonly RecoveryStep[]) =>
  steps.map((each) => `${"urn" in each ? each.urn.split("::").at(-1) : ""} ${each.step}`);

const team = entryOf("Workspace", "team", { name: "Support" });

/** A stack whose run was killed when the gateway had made its workspace. */
const lostTeam = (killed: KilledStack) =>
  killedStack(async ({ clicks }) => {
    await clicks.workspace("Support");
    return killed;
  });

test("on a backend without files, a pending create began with the first update that did not succeed", async () => {
  const history = [update("failed", 1, 0.9), update("succeeded", 5, 4)];
  const { recover, names, steps } = await lostTeam({ pending: [team], history, planned: [[], []] });
  await recover();
  expect(steps).toMatchObject([{ step: "record" }]);
  expect(await names()).toContain("team");
});

test("a history that cannot be read is said, with what to do", async () => {
  const { recover, notes } = await killedStack(async () => ({ pending: [team], history: "unreadable" }));
  await recover();
  expect(notes.join("\n")).toMatch(/The history of the stack cannot be read[\s\S]*--since/);
});

/** A workspace as an `up` has recorded it. */
async function recordedWorkspace(desk: Desk, name: string) {
  const { id } = await desk.clicks.workspace(name);
  return { ...entryOf("Workspace", name, { name }), id, outputs: { name } };
}

const destroyed = [{ ...update("failed", 0.1, 0), kind: "destroy" }, update("succeeded", 5, 4)];

test.each([
  { how: "recorded", history: [], isNoted: true },
  { how: "unrecorded", history: destroyed, isNoted: false },
])("what a killed destroy has deleted goes out of the state, and nothing else: $how", async (killed) => {
  const { recover, names, questions, steps } = await killedStack(async (desk) => {
    const resources = [await recordedWorkspace(desk, "gone"), await recordedWorkspace(desk, "there")];
    await desk.gateway.console("DELETE", `/workspaces/${resources[0]?.id}`);
    return { resources, history: killed.history, deleting: killed.isNoted ? resources : [] };
  });
  await recover();
  expect(await names()).toEqual(["there"]);
  expect(namedIn(steps).filter((step) => !step.endsWith("drop"))).toEqual(["gone forget"]);
  expect(questions.join()).toContain("emove 1 object from the state");
});

test("each change is a question of its own, and no other is made", async () => {
  const { recover, questions, names } = await killedStack(async ({ clicks }) => {
    const { id } = await clicks.workspace("Support");
    await clicks.prompt({ id, gateway_name: "" }, "tone", "Be brief.");
    const tone = (workspaceId: string) =>
      entryOf("Prompt", "tone", { workspaceId, name: "tone", content: "Be brief." });
    return { planned: [[team, tone(unknown)], [tone(id)], []], history: [running], answers: [true, false] };
  });
  await expect(recover()).rejects.toThrow(Stopped);
  expect(questions).toEqual(["Add 1 object to the state?", "Add 1 object to the state?"]);
  expect(await names()).toContain("team");
  expect(await names()).not.toContain("tone");
});

test("what is pending and planned is told once", async () => {
  const key = entryOf("GatewayKey", "key", { workspaceId: "w1" });
  const killed = { pending: [team, key], planned: [[], [key]], history: [running] };
  const { recover, steps, notes } = await lostTeam(killed);
  await recover();
  expect(namedIn(steps)).toEqual(["team record", "key look"]);
  expect(notes.filter((line) => line.includes("may have been created"))).toHaveLength(1);
});

/** Where the command is run: in a folder of a project. */
async function placeOf(pulumi: Sayings, named?: string) {
  const folder = await realpath(await temporaryFolder());
  await writeFile(path.join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  return findPlace(machineIn(folder, pulumi), named);
}

const whoami = (url: string) => ({ whoami: { stdout: JSON.stringify({ url, user: "ada" }) } });

test("unless the backend is a folder, the stack that is named or selected has its whole name", async () => {
  const name = "stack --show-name --fully-qualify-stack-names";
  const hosted = (options: string, stdout: string) => ({
    ...whoami("https://api.pulumi.com"),
    [`${name} ${options}`]: { stdout },
  });
  const selected = await placeOf(hosted("--non-interactive", "acme/shop/prod\n"));
  expect(selected).toMatchObject({ stack: "acme/shop/prod", shortName: "prod" });
  expect(await placeOf(hosted("--stack prod", "ada/shop/prod\n"), "prod")).toMatchObject({
    stack: "ada/shop/prod",
  });
  expect(await placeOf(whoami("file://."), "prod")).toMatchObject({ stack: "prod", shortName: "prod" });
});

test.each<[of: string, Sayings, named: string | undefined, says: RegExp]>([
  ["a stack of another project", whoami("file://."), "organization/other/prod", /of the project other/],
  ["no stack that pulumi can name", whoami("file://."), undefined, /which stack\? Give --stack/],
  ["a backend that pulumi cannot read", {}, "prod", /broken.*workspace-gateway doctor.*damaged file/],
])("%s is an error that says what to do", async (_of, pulumi, named, says) => {
  await expect(placeOf(pulumi, named)).rejects.toThrow(says);
});
