import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Recovery } from "../../../../../cli/commands/recover/recovery-place.js";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { heardTerminal } from "../../support/heard-terminal.ts";
import { machineIn, placeIn, type Sayings } from "./stand-in.ts";

/** What a test may say of its recovery. */
export interface RecoveryOptions {
  /** The address of the backend; a folder if this is left out. */
  readonly url?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** What the person says who is asked. */
  readonly answer?: boolean;
  readonly pulumi?: Sayings;
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
  const questions: string[] = [];
  const { terminal, notes } = heardTerminal(
    { PATH: `${bin}${path.delimiter}${process.env.PATH}`, RECOVERY_TEST: folder },
    { interactive: !yes, confirm: async () => answer },
  );
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
    place: placeIn(folder, "shop", "prod", url),
    machine: machineIn(folder, pulumi),
    terminal,
  };
  const commands = async () =>
    (await readFile(path.join(folder, "commands"), "utf8")).split("\n").filter((line) => line !== "");
  return { recovery, folder, notes, questions, commands };
}
