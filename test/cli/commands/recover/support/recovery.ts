import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Recovery } from "../../../../../cli/commands/recover/recovery-place.js";
import type { Terminal } from "../../../../../cli/commands/terminal.js";
import type { Ran } from "../../../../../cli/doctor/machine.js";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** What a test may say of its recovery. */
export interface RecoveryOptions {
  /** The address of the backend; a folder if this is left out. */
  readonly url?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** What the person says who is asked. */
  readonly answer?: boolean;
  /** What pulumi says when it is asked, by how its arguments begin. */
  readonly pulumi?: Readonly<Record<string, Partial<Ran>>>;
}

/** A recovery of the stack `prod`, and what became of it. */
export interface Told {
  readonly recovery: Recovery;
  readonly folder: string;
  readonly notes: string[];
  /** What a person was asked. */
  readonly questions: string[];
  /** What pulumi was asked, and what it was told to do, each as a line. */
  readonly commands: () => Promise<readonly string[]>;
}

/** The pulumi on the PATH writes down what it is told to do; what an export prints is in a file. */
const standIn = `#!/bin/sh
echo "$@" >> "$RECOVERY_TEST/commands"
case "$1 $2" in
  "stack export") cat "$RECOVERY_TEST/state" ;;
  "stack import") cat > "$RECOVERY_TEST/imported" ;;
esac
`;

export async function openRecovery(options: RecoveryOptions = {}): Promise<Told> {
  const folder = await temporaryFolder();
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  await writeFile(path.join(bin, "pulumi"), standIn, { mode: 0o755 });
  await writeFile(path.join(folder, "commands"), "");
  const { url = `file://${folder}`, yes = false, dryRun = false, answer = true, pulumi = {} } = options;
  const notes: string[] = [];
  const questions: string[] = [];
  const terminal: Terminal = {
    env: { PATH: `${bin}${path.delimiter}${process.env.PATH}`, RECOVERY_TEST: folder },
    interactive: !yes,
    out: () => {},
    note: (line) => void notes.push(line),
    progress: () => {},
    confirm: async () => answer,
  };
  const project = {
    name: "shop",
    file: path.join(folder, "Pulumi.yaml"),
    folder,
    packages: folder,
    runtime: "nodejs",
    transpiled: false,
    configKeys: [],
  };
  const isFolder = url.startsWith("file:");
  const recovery: Recovery = {
    wish: {
      stack: "prod",
      since: undefined,
      preview: undefined,
      dryRun,
      ...(yes ? { yes } : {}),
      agrees: async (question) => {
        questions.push(question);
        return yes || answer;
      },
    },
    place: {
      project,
      stack: "prod",
      shortName: "prod",
      backend: { url, folder: isFolder ? folder : undefined },
      files: isFolder ? { backend: folder, project: "shop", stack: "prod" } : undefined,
    },
    machine: {
      env: {},
      folder,
      node: "24.0.0",
      run: async (_command, args) => {
        const line = args.join(" ");
        const [, said] = Object.entries(pulumi).find(([start]) => line.startsWith(start)) ?? [];
        return { code: said === undefined ? 255 : 0, stdout: "", stderr: "", late: false, ...said };
      },
    },
    terminal,
  };
  const commands = async () =>
    (await readFile(path.join(folder, "commands"), "utf8")).split("\n").filter((line) => line !== "");
  return { recovery, folder, notes, questions, commands };
}
