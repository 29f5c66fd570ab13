import { blocksOf } from "../support/pages.ts";

export interface PrintedCommand {
  /** As it is printed, without a comment behind it. One that is printed again has its number: `pulumi up (2)`. */
  readonly key: string;
  readonly text: string;
  /** The line of the page at which its block begins. */
  readonly line: number;
}

/** Every command of a page's blocks for a shell, in the order in which it stands. */
export function printedCommands(page: string): PrintedCommand[] {
  const counts = new Map<string, number>();
  return blocksOf(page, "sh").flatMap(({ line, text }) =>
    commandsIn(text).map((each) => {
      const key = withoutComment(each);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { key: count === 1 ? key : `${key} (${count})`, text: key, line };
    }),
  );
}

/** The commands of a block: its lines, of which those belong together that a quote or a backslash joins. */
export function commandsIn(block: string): string[] {
  const commands: string[] = [];
  let open = "";
  for (const line of block.split("\n")) {
    open += open === "" ? line : `\n${line}`;
    if (isOpen(withoutComment(open))) continue;
    if (withoutComment(open) !== "") commands.push(open);
    open = "";
  }
  return commands;
}

function isOpen(text: string): boolean {
  const quoted = text.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, "");
  return text.endsWith("\\") || /['"]/.test(quoted);
}

/** What a shell leaves out: from a `#` that stands alone and in no quotes, to the end of its line. */
function withoutComment(text: string): string {
  return text
    .replaceAll(/('[^']*'|"(?:[^"\\]|\\.)*")|(^|\s)#.*$/gm, (_, quoted?: string) => quoted ?? "")
    .trim();
}
