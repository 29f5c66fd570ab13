import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { spawn } from "cross-spawn";
import { howMany, type Kind, messageOf, shellWord } from "pulumi-workspace-gateway/tools";
import { pulumiOutput } from "../pulumi.js";
import { readStackState } from "../stack/stack-state.js";
import { stackArguments } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { importArguments, importFile, importingCli } from "./exported-program.js";

export interface StackImport {
  readonly stack: string;
  readonly objects: number;
  /** Whether a preview ran and showed no changes. False if keys must be set before a preview can run. */
  readonly previewIsEmpty: boolean;
}

interface ImportRequest extends Omit<StackImport, "previewIsEmpty"> {
  readonly folder: string;
  readonly kinds: readonly Kind[];
  readonly asksForKeys: boolean;
}

/** Imports a new program's objects into its stack. Writes nothing to the gateway. */
export async function importIntoStack(
  { folder, stack, kinds, objects, asksForKeys }: ImportRequest,
  terminal: Terminal,
): Promise<StackImport> {
  /** Shows Pulumi's output on stderr, unless quiet. `next` explains what to do after a failure. */
  const pulumi = (args: readonly string[], next: string, isQuiet = false) =>
    pulumiOutput([...args, "--non-interactive", "--cwd", folder], terminal, {
      otherwise: `. ${next}.`,
      show: isQuiet ? undefined : terminal.note,
    });
  const select = ["stack", "select", "--create", stack];
  const load = [...importArguments(importFile), ...stackArguments(stack)];
  const line = load.map(shellWord).join(" ");
  const byHand = `Run \`pulumi ${line}\` in ${folder}`;
  const none =
    `The program was written, but nothing was imported. Run \`npm install\`, ` +
    `\`pulumi ${select.map(shellWord).join(" ")}\` and \`pulumi ${line}\` in ${folder}`;
  await installPackages(folder, none, terminal);
  await pulumi(select, none);
  const exported = await pulumi(["stack", "export", ...stackArguments(stack)], none, true);
  const { resources } = readStackState(exported, kinds);
  if (resources.length > 0) {
    throw new Error(
      `The stack ${stack} already has ${howMany(resources.length, "resource")}, so nothing was imported. ` +
        `The program was written to ${folder}. Import it into a new stack. If an earlier import into this stack was interrupted, continue ` +
        `it. ${byHand}. The import skips objects that the stack already has.`,
    );
  }
  if (objects > 0) {
    await pulumi(
      load,
      `The program was written. The import requires pulumi ${importingCli} or newer. ${byHand}, which skips objects that the stack already ` +
        `has. If this run was interrupted, first run \`pulumi cancel --yes ${shellWord(stack)}\` there to remove the lock`,
    );
  }
  if (!asksForKeys) {
    await pulumi(
      ["preview", "--expect-no-changes", ...stackArguments(stack)],
      `${howMany(objects, "object")} imported, but the preview is not empty. Review it before you run \`pulumi up\``,
    );
  }
  return { stack, objects, previewIsEmpty: !asksForKeys };
}

async function installPackages(folder: string, otherwise: string, { env, note }: Terminal): Promise<void> {
  const { resolve } = createRequire(path.join(path.resolve(folder), "index.js"));
  try {
    resolve("pulumi-workspace-gateway/runtime");
    resolve("@pulumi/pulumi");
    return;
  } catch {
    // At least one package is missing.
  }
  note(`Running \`npm install\` in ${folder}, because its packages are not installed yet.`);
  const child = spawn("npm", ["install"], {
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", note);
  }
  const problem = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(messageOf(error)));
    child.on("close", (code) => resolve(code === 0 ? undefined : `exit code ${code}`));
  });
  if (problem !== undefined) {
    throw new Error(`\`npm install\` failed in ${folder}: ${problem}. ${otherwise}.`);
  }
}
