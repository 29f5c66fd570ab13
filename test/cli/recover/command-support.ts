import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Machine, Ran } from "../../../cli/doctor/pulumi.js";
import { Executor } from "../../../cli/recover/recover-stack.js";
import type { Recovery } from "../../../cli/recover/recovery.js";
import type { Terminal } from "../../../cli/terminal.js";
import { loader, typeToken } from "../../../provider/spec/token.js";
import { type Desk, openDesk } from "../support/desk.ts";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What pulumi prints when it is asked, by how its arguments begin; anything else fails. */
export type Sayings = Readonly<Record<string, Partial<Ran>>>;

/** A machine on which a folder is worked in, and programs only print something. */
export function machineIn(folder: string, pulumi: Sayings): Machine {
  const run: Machine["run"] = async (_command, args) => {
    const line = args.join(" ");
    const [, said] = Object.entries(pulumi).find(([start]) => line.startsWith(start)) ?? [];
    const code = said === undefined ? 255 : 0;
    return { code, stdout: "", stderr: "error: broken\n", late: false, ...said };
  };
  return { env: {}, folder, node: "24.0.0", run };
}

export interface RecoveryOptions {
  /** The address of the backend; a folder if this is left out. */
  readonly url?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** What the person answers, one question after another; yes after them. */
  readonly answers?: readonly boolean[];
  readonly pulumi?: Sayings;
  readonly terminal?: Terminal;
}

/** The pulumi on the PATH writes down its arguments. What exports and previews print is in files. */
const standIn = (folder: string) => `#!/bin/sh
cd ${folder}
echo "$@" >> commands
read -r imports < imports
case "$1 $2" in
  "stack export") exec /bin/cat state ;;
  "stack import") echo $((imports + 1)) > imports; exec /bin/cat > state ;;
  preview*) exec /bin/cat "preview.$imports" ;;
  config*) echo "{}" ;;
  cancel*) exit "$(/bin/cat canceled)" ;;
esac
`;

/** A recovery of the stack `prod` of the project `shop`, and what became of it. */
export async function openRecovery(options: RecoveryOptions = {}) {
  const folder = await temporaryFolder();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, "pulumi"), standIn(folder), { mode: 0o755 });
  await Promise.all([write("commands", ""), write("imports", "0"), write("canceled", "0")]);
  const { url = `file://${folder}`, yes = false, dryRun = false, answers = [], pulumi = {} } = options;
  const questions: string[] = [];
  const left = [...answers];
  const confirm = async (question: string) => {
    questions.push(question);
    return left.shift() ?? true;
  };
  const heard = heardTerminal({ ...options.terminal?.env, PATH: folder }, { interactive: !yes, confirm });
  const recovery: Recovery = {
    ...{ dryRun, yes, since: undefined, terminal: heard.terminal, machine: machineIn(folder, pulumi) },
    place: {
      ...{ stack: "prod", shortName: "prod" },
      project: {
        ...{ name: "shop", file: path.join(folder, "Pulumi.yaml"), folder, packages: folder },
        ...{ runtime: "nodejs", transpiled: false, config: {} },
      },
      backend: { url, folder: url.startsWith("file:") ? folder : undefined },
    },
  };
  const commands = async () =>
    (await readFile(path.join(folder, "commands"), "utf8")).split("\n").filter((line) => line !== "");
  return { recovery, folder, notes: heard.notes, questions, commands, write };
}

export interface KilledStack extends Pick<RecoveryOptions, "dryRun" | "answers"> {
  readonly resources?: readonly object[];
  readonly pending?: readonly object[];
  /** What the run was deleting when it was killed. */
  readonly deleting?: readonly object[];
  /** What the previews plan: the first, and the one after each import. */
  readonly planned?: readonly (readonly object[])[];
  /** What `pulumi stack history` prints, newest first. */
  readonly history?: readonly object[] | "unreadable";
}

/** A resource as the engine has it when its create begins, or as a preview plans it. */
export function entryOf(kind: string, name: string, inputs: object) {
  const type = typeToken(kind);
  const urn = `urn:pulumi:prod::shop::${type}::${name}`;
  return { urn, type, custom: true, inputs: { __provider: loader(kind), ...inputs } };
}

/** A stack on a backend whose files nobody can read, on a desk of its own. */
export async function killedStack(make: (desk: Desk) => Promise<KilledStack>) {
  const desk = await openDesk();
  const killed = await make(desk);
  const { resources = [], pending = [], deleting = [], planned = [[]], history = [] } = killed;
  const stderr = "error: stack 'prod' already exists\n";
  const listed = history === "unreadable" ? { code: 1 } : { stdout: JSON.stringify(history), stderr: "" };
  const opened = await openRecovery({
    ...killed,
    url: "s3://states",
    terminal: desk.terminal,
    pulumi: { "stack init": { code: 255, stderr }, "stack history --json --page-size 1000": listed },
  });
  const pending_operations = [
    ...pending.map((resource) => ({ type: "creating", resource })),
    ...deleting.map((resource) => ({ type: "deleting", resource })),
  ];
  await opened.write("state", JSON.stringify({ version: 3, deployment: { resources, pending_operations } }));
  await Promise.all(planned.map((entries, index) => opened.write(`preview.${index}`, previewOf(entries))));
  const executor = new Executor(opened.recovery);
  executor.copy = "kept elsewhere";
  return {
    ...opened,
    /** All steps that were planned. */
    steps: executor.steps,
    recover: () => executor.recover(),
    /** What is in the state now: the last part of each URN. */
    async names(): Promise<string[]> {
      const { deployment } = JSON.parse(await readFile(path.join(opened.folder, "state"), "utf8"));
      return deployment.resources.map(({ urn }: { urn: string }) => urn.split("::").at(-1)).toSorted();
    },
  };
}

function previewOf(entries: readonly object[]): string {
  const type = "pulumi:pulumi:Stack";
  const root = { urn: `urn:pulumi:prod::shop::${type}::shop-prod`, type };
  const steps = entries.map((newState) => {
    return { op: "create", newState, ...("urn" in newState && { urn: newState.urn }) };
  });
  return JSON.stringify({ steps: [{ op: "same", urn: root.urn, newState: root }, ...steps] });
}
