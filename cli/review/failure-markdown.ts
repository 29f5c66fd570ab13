import { passwordsIn, printable, redactor } from "pulumi-workspace-gateway/tools";
import { lookForProject } from "../doctor/pulumi.js";
import { maskFor } from "../masking.js";
import { namedStack, programFolder } from "../pin/pulumi-arguments.js";
import { looksSecret } from "../stack/stack-state.js";
import type { Terminal } from "../terminal.js";
import { clipped } from "../text/words.js";
import { fence, marker } from "./document/markdown.js";

const mostLines = 40;
const mostOfLine = 400;

interface FailedRun {
  /** What ran: the name of the command. */
  readonly command: string;
  /** What that means for the reader, in Markdown. */
  readonly meaning: string;
  /** All that the run has said, and why it ended. */
  readonly said: readonly string[];
  /** What it handed on to pulumi. */
  readonly pulumi: readonly string[];
}

export async function failureMarkdown(failure: FailedRun, terminal: Masking): Promise<string> {
  const said = endOf(failure.said, terminal);
  return `${await hiddenLine(failure)}\n\n${failure.meaning}\n\n${fence("text", said)}\n`;
}

/** The sources of secrets that a run must not show: its environment, and the configs that it has read. */
export type Masking = Pick<Terminal, "env" | "secrets">;

export function endOf(said: readonly string[], terminal: Masking): string[] {
  const { env } = terminal;
  const credentials = Object.entries(env).flatMap(([name, value = ""]) =>
    looksSecret(name, value) ? value : passwordsIn(value),
  );
  const lines = maskFor(terminal)(redactor(credentials)(said.join("\n"))).split("\n");
  const shown = lines.slice(-mostLines).map((line) => clipped(printable(line), mostOfLine));
  const left = lines.length - shown.length;
  return [...(left > 0 ? [`… ${left} more before, in the log`] : []), ...shown];
}

async function hiddenLine({ command, pulumi }: FailedRun): Promise<string> {
  const project = await lookForProject(programFolder(pulumi));
  const names = [
    project && "name" in project ? project.name : undefined,
    namedStack(pulumi)?.split("/").at(-1),
  ];
  const name = names.filter((each) => each !== undefined).join("/") || "stack";
  return marker({ what: command, name });
}

export function keeping(terminal: Terminal, said: string[]): Terminal {
  return {
    ...terminal,
    note: (line) => {
      said.push(line);
      terminal.note(line);
    },
  };
}
