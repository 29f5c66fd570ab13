import { expect, test } from "vitest";
import { Stopped } from "../../../../cli/commands/recover/recovery-place.js";
import { UsageError } from "../../../../cli/commands/terminal.js";
import type { RecoveryStep } from "../../../../cli/recover/recovery-step.js";
import type { Desk } from "../support/desk.ts";
import { entryOf, type KilledStack, killedStack, nativeEntryOf, previewOf } from "./support/killed-stack.ts";

const hour = 3_600_000;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

/** An update that ended that many hours ago. */
function update(result: string, began: number, ended: number) {
  return { kind: "update", result, startTime: ago(began), endTime: ago(ended) };
}

const running = { kind: "update", result: "in-progress", startTime: ago(1) };

/** What steps say of which resource, by its name. */
function namedIn(steps: readonly RecoveryStep[]) {
  return steps.map((each) => ["urn" in each ? each.urn.split("::").at(-1) : "", each.step]);
}

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

test("what the plugin was creating is found and put back; of a provider of the program a person is told to look", async () => {
  const native = nativeEntryOf("Workspace", "team", { name: "Support" });
  const other = nativeEntryOf("Workspace", "other", { name: "Other" }, "eu");
  const history = [update("failed", 1, 0.9), update("succeeded", 5, 4)];
  const { recover, names, steps, notes } = await killedStack(async (desk) => {
    await desk.clicks.workspace("Support");
    await desk.clicks.workspace("Other");
    return { pending: [native, other], history, planned: [[], []] };
  });
  await recover();
  expect(steps).toMatchObject([
    { step: "record", urn: native.urn },
    { step: "look", urn: other.urn },
  ]);
  expect(notes.join("\n")).toContain('The settings of its provider "eu" stand in the program');
  expect(await names()).toEqual(["default_0_1_0", "team"]);
});

test("if nothing tells when a pending create began, an object of the name is not taken, but told with its time", async () => {
  let id = "";
  const { recover, names, notes } = await killedStack(async (desk) => {
    ({ id } = await desk.clicks.workspace("Support"));
    return { pending: [team] };
  });
  await recover();
  const says = `Workspace "Support" is there, with the id ${id} since 20[^\\n]*nothing tells[^\\n]*adopt: true`;
  expect(notes.join("\n")).toMatch(new RegExp(says));
  expect(notes.join("\n")).not.toContain("was not created");
  expect(await names()).toEqual([]);
});

test("what was made after a failed update has ended is not taken for its work", async () => {
  const { recover, steps, names } = await lostTeam({
    planned: [[team]],
    history: [update("failed", 3, 2), update("succeeded", 5, 4)],
  });
  await recover();
  expect(steps).toMatchObject([
    { step: "look", says: expect.stringContaining("while no run of this stack") },
  ]);
  expect(await names()).toEqual([]);
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
  const { recover, names, asked, steps } = await killedStack(async (desk) => {
    const resources = [await recordedWorkspace(desk, "gone"), await recordedWorkspace(desk, "there")];
    await desk.gateway.console("DELETE", `/workspaces/${resources[0]?.id}`);
    return { resources, history: killed.history, deleting: killed.isNoted ? resources : [] };
  });
  await recover();
  expect(await names()).toEqual(["there"]);
  expect(namedIn(steps).filter(([, step]) => step !== "drop")).toEqual([["gone", "forget"]]);
  expect(asked.join()).toContain("ake 1 object out of the state");
});

const lostTree = async ({ clicks }: Desk) => {
  const workspace = await clicks.workspace("Support");
  await clicks.prompt(workspace, "tone", "Be brief.");
  const tone = (workspaceId: string) =>
    entryOf("Prompt", "tone", { workspaceId, name: "tone", content: "Be brief." });
  return { planned: [[team, tone(unknown)], [tone(workspace.id)], []], history: [running] };
};

test("of two prompts of one name each goes into the state as what it is", async () => {
  const tone = (name: string, workspaceId: string, environment: string) =>
    entryOf("Prompt", name, { workspaceId, name: "tone", content: "Be brief.", environment });
  const ids = new Map<string, string>();
  const { recover, steps } = await killedStack(async ({ clicks, gateway }) => {
    gateway.variants.twins = true;
    const { id, ...workspace } = await clicks.workspace("Support");
    const pending = ["STAGING", "PRODUCTION"].map((environment) => tone(environment, id, environment));
    for (const environment of ["PRODUCTION", "STAGING"]) {
      const made = await clicks.prompt({ id, ...workspace }, "tone", "Be brief.", { environment });
      ids.set(environment, made.id);
    }
    return { pending, history: [running], planned: [[], []] };
  });
  await recover();
  const recorded = steps.flatMap((each) =>
    each.step === "record" ? [[each.urn.split("::").at(-1), each.id]] : [],
  );
  expect(new Map(recorded.map(([name, id]) => [String(name), String(id)]))).toEqual(ids);
});

test("each change is asked for once, by its own name, and no other is made", async () => {
  const { recover, asked, answers, names } = await killedStack(lostTree);
  answers.push(true, false);
  await expect(recover()).rejects.toThrow(Stopped);
  expect(asked).toEqual(["Put 1 object into the state?", "Put 1 object into the state?"]);
  expect(await names()).toContain("team");
  expect(await names()).not.toContain("tone");
});

test("a preview that the user gives is the first that is looked at", async () => {
  const { recover, names } = await killedStack(async (desk) => {
    const tree = await lostTree(desk);
    const [first = [], ...others] = tree.planned;
    return { ...tree, planned: [[], ...others], preview: previewOf(first) };
  });
  await recover();
  expect(await names()).toEqual(expect.arrayContaining(["team", "tone"]));
});

test.each([
  { preview: previewOf([]), history: [], says: "give --since" },
  { preview: "{}", history: [running], says: "pulumi preview --json --show-sames" },
  {
    preview: previewOf([team]).replaceAll("::shop::", "::other::"),
    history: [running],
    says: "of the project other",
  },
])("a preview that is of no use is refused before anything is changed: $says", async (killed) => {
  const { recover, asked } = await killedStack(async () => ({ ...killed, pending: [team] }));
  const refusal = recover();
  await expect(refusal).rejects.toThrow(UsageError);
  await expect(refusal).rejects.toThrow(killed.says);
  expect(asked).toEqual([]);
});

test.each([true, false])("what is pending and planned is told once (dry run: %s)", async (dryRun) => {
  const key = entryOf("GatewayKey", "key", { workspaceId: "w1" });
  const { recover, steps, notes } = await killedStack(async (desk) => {
    await desk.clicks.workspace("Support");
    const planned = dryRun ? [[team, key]] : [[], [key]];
    return { pending: [team, key], planned, history: [running], dryRun };
  });
  await recover();
  expect(namedIn(steps)).toEqual([
    ["team", "record"],
    ["key", "look"],
  ]);
  expect(notes.filter((line) => line.includes("may have been made"))).toHaveLength(1);
});

test("with the token of an account that the stack may not touch, nothing goes into the state", async () => {
  const { recover, asked, names } = await killedStack(async (desk) => {
    await desk.clicks.workspace("Support");
    const env = { WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS: "of-somebody-else" };
    return { pending: [team], history: [running], env };
  });
  await expect(recover()).rejects.toThrow("may only touch of-somebody-else");
  expect(asked).toEqual([]);
  expect(await names()).toEqual([]);
});

test("the lock is named in the question whose answer takes it away", async () => {
  const { recover, asked } = await lostTeam({
    pending: [team],
    planned: [[], []],
    history: [running],
    locked: true,
  });
  await recover();
  expect(asked).toEqual([
    "Take the lock away (`pulumi cancel`), put 1 object into the state and drop the 1 pending operation?",
  ]);
});
