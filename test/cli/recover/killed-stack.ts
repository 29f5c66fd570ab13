import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { systemMachine } from "../../../cli/doctor/pulumi.js";
import { type RecoverOptions, recoverStack } from "../../../cli/recover/recover-stack.js";
import { loader, typeToken } from "../../../provider/spec/token.js";
import { type Desk, openDesk } from "../support/desk.ts";
import { standIn } from "../support/stand-in.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export interface Killed {
  readonly resources?: readonly object[];
  readonly pending?: readonly object[];
  readonly deleting?: readonly object[];
  /** What the previews plan: the first, and the one after each import. */
  readonly planned?: readonly (readonly object[])[];
  /** The backend; a folder if this is left out. */
  readonly url?: string;
  /** What the person answers, one question after another; yes after them. */
  readonly answers?: readonly boolean[];
  /** What pulumi does otherwise: lines of a shell, by how its arguments begin. */
  readonly pulumi?: Readonly<Record<string, string>>;
}

/** A resource as the engine has it when its create begins, or as a preview plans it. */
export function entryOf(kind: string, name: string, inputs: object) {
  const type = typeToken(kind);
  const urn = `urn:pulumi:prod::shop::${type}::${name}`;
  return { urn, type, custom: true, inputs: { __provider: loader(kind), ...inputs } };
}

/** The stack `prod` of the project `shop`, at a pulumi that prints files, and writes down its arguments. */
export async function killedStack(make: (desk: Desk) => Killed | Promise<Killed> = () => ({})) {
  const desk = await openDesk();
  const folder = await realpath(await temporaryFolder());
  vi.spyOn(process, "cwd").mockReturnValue(folder); // copies of the state are kept there
  onTestFinished(() => void vi.restoreAllMocks());
  const killed = await make(desk);
  const { resources = [], pending = [], deleting = [], planned = [[]], url = `file://${folder}` } = killed;
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const pending_operations = [
    ...pending.map((resource) => ({ type: "creating", resource })),
    ...deleting.map((resource) => ({ type: "deleting", resource })),
  ];
  const does = {
    whoami: `echo '${JSON.stringify({ url, user: "ada" })}'`,
    config: "echo {}",
    cancel: "rm -rf .pulumi/locks",
    preview: 'read -r imports < imports; cat "preview.$imports"',
    "stack export": "cat state",
    "stack import": "read -r imports < imports; echo $((imports + 1)) > imports; cat > state",
    "stack history": "echo '[]'",
    "stack init": `echo "error: stack 'prod' already exists" >&2; exit 255`,
    "stack --show-name": "echo acme/shop/prod",
    ...killed.pulumi,
  };
  const commands = await standIn(folder, "pulumi", does);
  await write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  await write("imports", "0\n");
  const state = JSON.stringify({ version: 3, deployment: { resources, pending_operations } });
  await write("state", state);
  for (const [index, entries] of planned.entries()) await write(`preview.${index}`, previewOf(entries));
  const questions: string[] = [];
  const left = [...(killed.answers ?? [])];
  const confirm = async (question: string) => {
    questions.push(question);
    return left.shift() ?? true;
  };
  const terminal = {
    ...{ ...desk.terminal, interactive: true, confirm },
    env: { ...desk.terminal.env, PATH: `${folder}:/usr/bin:/bin` },
  };
  return {
    ...{ folder, state, questions, notes: desk.notes, write, commands },
    /** Recovers by --yes, and gives what is printed. Without a name, the selected stack. */
    async recover(options: RecoverOptions = { yes: true }, stack: string | null = "prod"): Promise<string> {
      const machine = systemMachine(terminal.env, folder);
      await recoverStack({ ...options, ...(stack !== null && { stack }) }, terminal, machine);
      return desk.out.splice(0).join("\n");
    },
    changes: async () => (await commands()).filter((line) => /^pulumi (cancel|stack import) /.test(line)),
    copies: async () => (await readdir(folder)).filter((name) => name.includes("before-recover")),
    async names(): Promise<string[]> {
      const { deployment } = JSON.parse(await readFile(path.join(folder, "state"), "utf8"));
      return deployment.resources.map(({ urn }: { urn: string }) => urn.split("::").at(-1)).toSorted();
    },
    async lock(held: object): Promise<void> {
      const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
      await mkdir(locks, { recursive: true });
      await writeFile(path.join(locks, "one.json"), JSON.stringify({ ...lock(), ...held }));
    },
  };
}

export function lock() {
  return { pid: 4711, username: "ada", hostname: "elsewhere", timestamp: new Date().toISOString() };
}

function previewOf(entries: readonly object[]): string {
  const type = "pulumi:pulumi:Stack";
  const root = { urn: `urn:pulumi:prod::shop::${type}::shop-prod`, type };
  const steps = entries.map((newState) => {
    return { op: "create", newState, ...("urn" in newState && { urn: newState.urn }) };
  });
  return JSON.stringify({ steps: [{ op: "same", urn: root.urn, newState: root }, ...steps] });
}
