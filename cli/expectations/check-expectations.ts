import { defined } from "pulumi-workspace-gateway/tools";
import type { Assumption } from "../routing/assumptions.js";
import { fits } from "../text/fits.js";
import type { ExpectationResult } from "./expectation-result.js";
import type { ExpectedWorkspace } from "./format.js";
import { judge } from "./line-outcome.js";
import { budgetLines } from "./lines/budget-lines.js";
import type { ExpectedLine } from "./lines/line.js";
import { modelLines } from "./lines/model-lines.js";
import { peopleLines } from "./lines/people-lines.js";
import { promptLines } from "./lines/prompt-lines.js";
import { quotaLines } from "./lines/quota-lines.js";
import type { Expectations } from "./read-expectations.js";
import { routeLines } from "./routes/route-lines.js";
import { type Observed, type Room, roomsOf } from "./workspace-room.js";

/** A line with the keys around it, and the workspace that it is judged in. */
interface Placed {
  readonly base: readonly string[];
  readonly room: Room | undefined;
  readonly line: ExpectedLine;
}

/** What becomes of every line of the file, in the order of the file: one result for each line and workspace. */
export function checkExpectations(expectations: Expectations, account: Observed): ExpectationResult[] {
  const { workspaces = {}, quotas = {}, file, placeOf } = expectations;
  const rooms = roomsOf(account);
  const ofWorkspaces = Object.entries(workspaces).flatMap(([glob, expected]): Placed[] => {
    const meant = rooms.filter(({ name }) => fits(glob, name));
    const base = ["workspaces", glob];
    return meant.length === 0
      ? [{ base, room: undefined, line: noWorkspace(glob, rooms) }]
      : meant.flatMap((room) =>
          linesOf(expected, room, account, assumedBy(expectations, expected)).map((line) => ({
            base,
            room,
            line,
          })),
        );
  });
  const ofAccount = Object.entries(quotas).flatMap(([glob, expected]): Placed[] => {
    const all = account.objects.filter(({ kind }) => kind === "Quota");
    const lines = quotaLines(glob, expected, all).map((line) => readable(line, ["Quota"], account));
    return lines.map((line) => ({ base: ["quotas", glob], room: undefined, line }));
  });
  return [...ofWorkspaces, ...ofAccount]
    .map(({ base, room, line: { path, expected, judgement } }): ExpectationResult => {
      const whole = [...base, ...path];
      return {
        file,
        path: whole,
        ...placeOf(whole),
        expected,
        ...defined({ workspace: room?.name, ...judgement }),
      };
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** What the inner one says counts before what the outer one says. */
function assumedBy(
  { assume: all = [] }: Expectations,
  { assume: here = [] }: ExpectedWorkspace,
): Assumption[] {
  return [all, here].flat();
}

function noWorkspace(glob: string, rooms: readonly Room[]): ExpectedLine {
  const unnamed = rooms.filter(({ isNameKnown }) => !isNameKnown).length;
  const found = `no workspace has such a name${unnamed === 0 ? "" : `; of ${unnamed} the name is not known here`}`;
  const isMet = unnamed === 0 ? false : undefined;
  return { path: [], expected: `a workspace \`${glob}\``, judgement: judge({ isMet, found }) };
}

function linesOf(
  { routes, models, prompts, people, budget }: ExpectedWorkspace,
  room: Room,
  account: Observed,
  assumed: readonly Assumption[],
): ExpectedLine[] {
  const of = (lines: readonly ExpectedLine[], ...kinds: string[]) =>
    lines.map((line) => readable(line, kinds, account));
  return [
    ...(routes ? of(routeLines(routes, room, assumed), "Mapping", "Model", "ModelProvider") : []),
    ...(models ? of(modelLines(models, room), "Model", "ModelProvider") : []),
    ...(prompts ? of(promptLines(prompts, room), "Prompt") : []),
    ...(people ? of(peopleLines(people, room), "Member") : []),
    ...(budget ? of(budgetLines(budget, room), "Budget") : []),
  ];
}

/** What rests on a list that could not be read is not known, whatever the rest of it looks like. */
function readable(line: ExpectedLine, kinds: readonly string[], { unread }: Observed): ExpectedLine {
  const why = kinds.flatMap((kind) => unread?.get(kind) ?? [])[0];
  return why === undefined ? line : { ...line, judgement: judge({ isMet: undefined, found: why }) };
}
