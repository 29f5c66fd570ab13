import { chmod, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { Executor } from "../../../../../cli/commands/recover/executor.js";
import { recoverObjects } from "../../../../../cli/commands/recover/recover-stack.js";
import type { Recovery } from "../../../../../cli/commands/recover/recovery-place.js";
import { staleLocks } from "../../../../../cli/commands/recover/stale-locks.js";
import type { Terminal } from "../../../../../cli/commands/terminal.js";
import { loader, nativeToken, typeToken } from "../../../../../provider/spec/token.js";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { type Desk, openDesk } from "../../support/desk.ts";
import { machineIn, placeIn } from "./stand-in.ts";

const project = "shop";
const stack = "dev";
/** No system gives a number that is so high. */
const noProcess = 2 ** 30;

export interface KilledStack {
  readonly resources?: readonly object[];
  readonly pending?: readonly object[];
  /** What the run was deleting when it was killed. */
  readonly deleting?: readonly object[];
  /** What the previews plan: the first, and the one after each import. */
  readonly planned?: readonly (readonly object[])[];
  /** What `pulumi stack history` prints, newest first. */
  readonly history?: readonly object[];
  readonly env?: Terminal["env"];
  /** A preview that the user gives. */
  readonly preview?: string;
  readonly dryRun?: boolean;
  readonly locked?: boolean;
}

/** A resource as the engine has it when its create begins, or as a preview plans it. */
export function entryOf(kind: string, name: string, inputs: object) {
  const type = typeToken(kind);
  const urn = `urn:pulumi:${stack}::${project}::${type}::${name}`;
  return { urn, type, custom: true, inputs: { __provider: loader(kind), ...inputs } };
}

/** The same of one that the plugin is to make, by a provider. */
export function nativeEntryOf(kind: string, name: string, inputs: object, by = "default_0_1_0") {
  const type = nativeToken(kind);
  const root = `urn:pulumi:${stack}::${project}::`;
  const provider = `${root}pulumi:providers:workspace-gateway::${by}::an-id`;
  return { urn: `${root}${type}::${name}`, type, custom: true, inputs, provider };
}

/** A stack on a backend whose files nobody can read, with a `pulumi` that is none; on a desk of its own. */
export async function killedStack(make: (desk: Desk) => Promise<KilledStack>) {
  const desk = await openDesk();
  const killed = await make(desk);
  const { resources = [], pending = [], deleting = [] } = killed;
  const { planned = [[]], history = [], dryRun = false, preview } = killed;
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const operations = [
    ...pending.map((resource) => ({ type: "creating", resource })),
    ...deleting.map((resource) => ({ type: "deleting", resource })),
  ];
  await writeFile(
    at("state"),
    JSON.stringify({ version: 3, deployment: { resources, pending_operations: operations } }),
  );
  await Promise.all(planned.map((entries, index) => writeFile(at(`preview.${index}`), previewOf(entries))));
  await writeFile(at("imports"), "0");
  await writeFile(at("pulumi"), script(folder));
  await chmod(at("pulumi"), 0o755);
  const by = `s3://states/x.json: created by ada@${hostname()} (pid ${noProcess}) at 2026-11-22T09:00:00Z`;
  const locked =
    killed.locked === true
      ? `error: the stack is currently locked by 1 lock(s). Either wait …\n  ${by}\n`
      : `error: stack '${stack}' already exists\n`;
  const asked: string[] = [];
  const answers: boolean[] = [];
  const recovery: Recovery = {
    terminal: { ...desk.terminal, env: { ...desk.terminal.env, PATH: folder, ...killed.env } },
    machine: machineIn(folder, {
      "stack init": { code: 255, stderr: locked },
      "stack history": { stdout: JSON.stringify(history), stderr: "" },
      "": { stderr: "" },
    }),
    place: placeIn(folder, project, stack),
    wish: {
      stack,
      since: undefined,
      preview,
      dryRun,
      agrees: async (question) => {
        asked.push(question);
        return answers.shift() ?? true;
      },
    },
  };
  const executor = new Executor(recovery);
  executor.copy = "kept elsewhere";
  return {
    /** All steps that were planned. */
    steps: executor.steps,
    asked,
    /** What the person says to the next questions; yes after them. */
    answers,
    notes: desk.notes,
    recover: async () => {
      const locks = (await staleLocks(recovery)) ?? [];
      await recoverObjects(recovery, executor, { locks, restored: undefined });
    },
    /** What is in the state now: the last part of each URN. */
    async names(): Promise<string[]> {
      const { deployment } = JSON.parse(await readFile(at("state"), "utf8"));
      return deployment.resources.map(({ urn }: { urn: string }) => urn.split("::").at(-1)).toSorted();
    },
  };
}

export function previewOf(entries: readonly object[]): string {
  const type = "pulumi:pulumi:Stack";
  const root = { urn: `urn:pulumi:${stack}::${project}::${type}::${project}-${stack}`, type };
  const steps = entries.map((newState) => ({ op: "create", newState }));
  return JSON.stringify({ steps: [{ op: "same", newState: root }, ...steps].map(withUrn) });
}

function withUrn({ newState, ...step }: { op: string; newState: object }) {
  return { ...step, ...("urn" in newState ? { urn: newState.urn } : {}), newState };
}

function script(folder: string): string {
  return `#!/bin/sh
cd ${folder}
read -r imports < imports
case "$1 $2" in
  "stack export") exec /bin/cat state ;;
  "stack import") echo $((imports + 1)) > imports; exec /bin/cat > state ;;
  preview*) exec /bin/cat "preview.$imports" ;;
  config*) echo "{}" ;;
esac
`;
}
