import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, isUnplaced, unknownWorkspace } from "../account/account-object.js";
import type { Assumption } from "../routing/semantics.js";
import { fits } from "../text/fits.js";
import type { YamlPlace } from "../text/yaml-file.js";
import type { Expectations, ExpectedWorkspace } from "./format.js";
import { budgetLines, modelLines, peopleLines, promptLines, quotaLines } from "./lines.js";
import { type ExpectedLine, type Outcome, outcomeOf } from "./outcome.js";
import { routeLines } from "./routes.js";
import { type Observed, type Room, roomsOf } from "./workspaces.js";

/** The result of one line of the file in one workspace. */
export interface ExpectationResult extends YamlPlace, Outcome {
  readonly file: string;
  /** The keys that lead to it, such as `workspaces`, `Support*`, `routes`, `default`, `model`. */
  readonly path: readonly string[];
  /** The name of the workspace, or its id if the name is not known. Undefined if no workspace matches. */
  readonly workspace?: string;
  /** In words, such as "model openai/gpt-small". */
  readonly expected: string;
}

/** Checks every line of the file, in the order of the file: one result for each line and workspace. */
export function checkExpectations(expectations: Expectations, observed: Observed): ExpectationResult[] {
  const { workspaces = {}, quotas = {}, file, placeOf } = expectations;
  const account = withUnplaced(observed);
  const rooms = roomsOf(account);
  const results = (base: readonly string[], lines: readonly ExpectedLine[], room?: Room) =>
    lines.map(({ path, expected, outcome }): ExpectationResult => {
      const whole = [...base, ...path];
      const workspace = defined({ workspace: room?.name });
      return { file, path: whole, ...placeOf(whole), expected, ...outcome, ...workspace };
    });
  const ofWorkspaces = Object.entries(workspaces).flatMap(([glob, expected]) => {
    const base = ["workspaces", glob];
    const matching = rooms.filter(({ name }) => fits(glob, name));
    const assumed = [expectations.assume ?? [], expected.assume ?? []].flat();
    return matching.length === 0
      ? results(base, [noWorkspace(glob, rooms)])
      : matching.flatMap((room) => results(base, linesOf(expected, room, account, assumed), room));
  });
  const all = account.objects.filter(({ kind }) => kind === "Quota");
  const ofAccount = Object.entries(quotas).flatMap(([glob, expected]) =>
    results(["quotas", glob], readable(quotaLines(glob, expected, all), ["Quota"], account)),
  );
  return [...ofWorkspaces, ...ofAccount].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** An object whose workspace is unknown may change every workspace, so its kind counts as not read. */
function withUnplaced(account: Observed): Observed {
  const unread = new Map(
    account.objects
      .filter(isUnplaced)
      .map(({ kind, name }) => [kind, `\`${name}\` belongs to ${unknownWorkspace}`]),
  );
  return { ...account, unread: new Map([...unread, ...(account.unread ?? [])]) };
}

function noWorkspace(glob: string, rooms: readonly Room[]): ExpectedLine {
  const unnamed = rooms.filter(({ isNameKnown }) => !isNameKnown).length;
  const found = `no workspace has such a name${unnamed === 0 ? "" : `; of ${unnamed} the name is not known here`}`;
  const isMet = unnamed === 0 ? false : undefined;
  return { path: [], expected: `a workspace \`${glob}\``, outcome: outcomeOf({ isMet, found }) };
}

function linesOf(
  { routes, models, prompts, people, budget }: ExpectedWorkspace,
  room: Room,
  account: Observed,
  assumed: readonly Assumption[],
): ExpectedLine[] {
  const ofModels = ["Model", "ModelProvider"];
  return [
    ...readable(routes ? routeLines(routes, room, assumed) : [], ["Mapping", ...ofModels], account),
    ...readable(models ? modelLines(models, room) : [], ofModels, account),
    ...readable(prompts ? promptLines(prompts, room) : [], ["Prompt"], account),
    ...readable(people ? peopleLines(people, room) : [], ["Member"], account),
    ...readable(budget ? budgetLines(budget, room) : [], ["Budget"], account),
  ];
}

/** A line about a list that could not be read is unknown, whatever the rest of it looks like. */
function readable(
  lines: readonly ExpectedLine[],
  kinds: readonly string[],
  { unread }: Observed,
): readonly ExpectedLine[] {
  const [why] = kinds.flatMap((kind) => unread?.get(kind) ?? []);
  return why === undefined
    ? lines
    : lines.map((line) => ({ ...line, outcome: outcomeOf({ isMet: undefined, found: why }) }));
}

/** The effect of a change on an expectation. */
export interface ExpectationChange {
  /**
   * `breaks`: it is not held after the change, and was held before, or was not held in another way. `repairs`: it is
   * held after the change, and was not before. `stays`: the change does not affect it.
   */
  readonly is: "breaks" | "repairs" | "stays";
  /** After the change. */
  readonly result: ExpectationResult;
}

export function expectationChanges(
  expectations: Expectations,
  before: readonly AccountObject[],
  after: readonly AccountObject[],
): ExpectationChange[] {
  const keyOf = ({ path, workspace }: ExpectationResult) => JSON.stringify([path, workspace]);
  const then = new Map(
    checkExpectations(expectations, { objects: before }).map((each) => [keyOf(each), each]),
  );
  const renamed = renamedResults(expectations, before, after);
  const lost = new Set(renamed.map(({ path }) => JSON.stringify(path)));
  const now = checkExpectations(expectations, { objects: after }).filter(
    ({ path, workspace }) => workspace !== undefined || !lost.has(JSON.stringify(path)),
  );
  return [
    ...renamed.map((result) => ({ is: "breaks" as const, result })),
    ...now.map((result) => ({ is: changeOf(then.get(keyOf(result)), result), result })),
  ];
}

/** The workspaces to which lines of the file apply no longer, because a change renames them: their lines would go unchecked. */
function renamedResults(
  { workspaces = {}, file, placeOf }: Expectations,
  before: readonly AccountObject[],
  after: readonly AccountObject[],
): ExpectationResult[] {
  const [then, next] = [before, after].map((objects) => roomsOf({ objects }));
  const rooms = (then ?? []).flatMap((old) => {
    const now = next?.find(({ key, id }) => key === old.key || (id !== undefined && id === old.id));
    const isRenamed = now !== undefined && old.isNameKnown && (!now.isNameKnown || now.name !== old.name);
    return isRenamed ? [{ old, now }] : [];
  });
  return Object.keys(workspaces).flatMap((glob) =>
    rooms
      .filter(
        ({ old, now }) => fits(glob, old.name) && !(now.isNameKnown ? fits(glob, now.name) : glob === "*"),
      )
      .map(({ old, now }): ExpectationResult => {
        const path = ["workspaces", glob];
        const found = now.isNameKnown
          ? `it is renamed to \`${now.name}\`, so these lines no longer apply to it. Use the new name in the file`
          : "its new name is known only during the `up`, so these lines may no longer apply to it";
        const outcome = outcomeOf({ isMet: now.isNameKnown ? false : undefined, found, urn: now.urn });
        const expected = `the workspace \`${old.name}\` to have this name`;
        return { file, path, ...placeOf(path), expected, ...outcome, workspace: old.name };
      }),
  );
}

function changeOf(before: ExpectationResult | undefined, after: ExpectationResult): ExpectationChange["is"] {
  if (after.status === "held") {
    return before === undefined || before.status === "held" ? "stays" : "repairs";
  }
  return before?.status === after.status && before.found === after.found ? "stays" : "breaks";
}
