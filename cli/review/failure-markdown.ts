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
  readonly command: string;
  /** What the failure means for the reader, in Markdown. */
  readonly meaning: string;
  /** The output of the run, including the error. */
  readonly said: readonly string[];
  readonly pulumi: readonly string[];
}

export async function failureMarkdown(failure: FailedRun, terminal: Masking): Promise<string> {
  const said = endOf(failure.said, terminal);
  return `${await hiddenLine(failure)}\n\n${failure.meaning}\n\n${fence("text", said)}\n`;
}

/** Secrets that a run must not show: from its environment, and from the configs that it read. */
export type Masking = Pick<Terminal, "env" | "secrets">;

export function endOf(said: readonly string[], terminal: Masking): string[] {
  const { env } = terminal;
  const credentials = Object.entries(env).flatMap(([name, value = ""]) =>
    looksSecret(name, value) ? value : passwordsIn(value),
  );
  const lines = maskFor(terminal)(redactor(credentials)(said.join("\n"))).split("\n");
  const shown = lines.slice(-mostLines).map((line) => clipped(printable(line), mostOfLine));
  const left = lines.length - shown.length;
  return [...(left > 0 ? [`… ${left} more above, in the log`] : []), ...shown];
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
