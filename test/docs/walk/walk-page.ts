import { expect } from "vitest";
import { allBlocksOf } from "../support/pages.ts";
import type { PageWalk } from "./page-walk.ts";
import { openPlace, type Place } from "./place.ts";
import { type PrintedCommand, printedCommands } from "./printed-commands.ts";

/** Does what a page says, from its first command to its last. Fails at the first that does not do what the page says of it. */
export async function walkPage(walk: PageWalk, signal: AbortSignal): Promise<void> {
  const place = await openPlace(walk.page, signal);
  try {
    await walk.begin?.(place);
    for (const command of printedCommands(walk.page)) {
      if (walk.left?.[command.key] === undefined) await runPrinted(command, walk, place);
    }
    await walk.end?.(place);
    expect(unreadIn(place), "blocks that nobody has written into a file or compared with an output").toEqual(
      [],
    );
  } finally {
    await place.dispose();
  }
}

/** The lines of the files and outputs of a page of which nothing was made. Programs are compiled: `programs.test.ts`. */
function unreadIn({ page, read }: Place): number[] {
  const others = allBlocksOf(page).filter(
    ({ language, text }) => !/^(sh|ts|js)$/.test(language) && !isDrawing(text),
  );
  return others.flatMap(({ line }) => (read.has(line) ? [] : [line]));
}

function isDrawing(text: string): boolean {
  return text.includes("──>");
}

async function runPrinted(command: PrintedCommand, walk: PageWalk, place: Place): Promise<void> {
  const { exit = 0, input, prints, until, before, filled, after } = walk.commands?.[command.key] ?? {};
  await before?.(place);
  const own = { ...usual(place), ...walk.filled?.(place), ...filled?.(place) };
  const typed = Object.entries(own).reduce(
    (text, [printed, value]) => text.replaceAll(printed, value),
    command.text,
  );
  const at = `${walk.page}:${command.line}: ${typed}`;
  if (until !== undefined) {
    await place.shell.leaveRunning(typed.replace(/&$/, ""), until);
    return;
  }
  const result = await place.shell.run(typed, input);
  expect(result.code, `${at}\n${result.output}`).toBe(exit);
  const shown = typeof prints === "function" ? prints(place) : prints;
  if (typeof shown === "string") expect(stable(result.output), at).toContain(stable(shown));
  else if (shown !== undefined) expect(result.output, at).toMatch(shown);
  await after?.(place, result);
}

/** What of an output is the same each time: no ids, no times, and not how wide its columns are. */
function stable(output: string): string {
  return output
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…")
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, "…")
    .replaceAll(/ +/g, " ")
    .trim();
}

/** What a reader of any page fills in: their own gateway, and the token for it. */
function usual({ gateway, token }: Place): Record<string, string> {
  return {
    "https://gateway.example.com/api/v1": gateway.baseUrl,
    "ACCESS_TOKEN=the-token": `ACCESS_TOKEN=${token}`,
    "ACCESS_TOKEN=...": `ACCESS_TOKEN=${token}`,
  };
}
