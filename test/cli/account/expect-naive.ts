import { expect } from "vitest";
import type { Planned } from "./engine.ts";
import { accountAt, endOf, type NaiveAccount, namesOf } from "./naive.ts";
import {
  naiveDearer,
  naiveFreed,
  naiveMoves,
  naiveNewHosts,
  namesIn,
  type PatternRoute,
} from "./route-verdict.ts";
import { naiveCheaper, naiveDefaultless, naiveLimit, naiveRefused } from "./verdict.ts";

/** What the JSON of a review has, as far as a naive reading can tell it too. */
interface Told {
  readonly counts: Readonly<Record<string, number>>;
  readonly size: { readonly before: number; readonly after: number };
  readonly changes: readonly { readonly operation: string; readonly name: string }[];
  readonly routes: readonly {
    readonly workspace: string;
    readonly incoming: string;
    readonly isPattern: boolean;
    readonly before?: End;
    readonly after?: End;
    readonly moved: boolean;
  }[];
  readonly findings: readonly {
    readonly rule: string;
    readonly level: string;
    readonly name: string;
    readonly reason: string;
  }[];
  readonly workspaces: Readonly<Record<string, string>>;
  readonly verdict: { readonly refused: readonly { readonly rule: string; readonly name?: string }[] };
}

interface End {
  readonly is: string;
  readonly modelUrn?: string;
  readonly byUrn?: string;
}

/**
 * Fails where a review and the naive reading of the same two accounts say different things. `found` is what the gateway has of objects
 * that are declared for the first time.
 */
export function expectNaive(
  told: Told,
  planned: readonly Planned[],
  gatewayNames: ReadonlyMap<string, string>,
  found: Readonly<Record<string, Planned["before"]>> = {},
): void {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, same: 0 };
  for (const { operation } of planned) counts[operation]++;
  const { same: _, ...changing } = counts;
  expect(told.counts).toEqual(changing);
  expect(told.size).toEqual({
    before: planned.filter(({ before }) => before !== undefined).length,
    after: planned.filter(({ after }) => after !== undefined).length,
  });
  const operations = planned
    .filter(({ operation }) => operation !== "same")
    .map(({ operation, name }) => `${operation} ${name}`);
  expect(told.changes.map(({ operation, name }) => `${operation} ${name}`).toSorted()).toEqual(
    operations.toSorted(),
  );
  const accounts = [
    accountAt("before", planned, gatewayNames),
    accountAt("after", planned, gatewayNames),
  ] as const;
  expectRoutes(told, accounts);
  const seen = planned.map((each) => {
    const there = each.operation === "create" ? found[each.name] : undefined;
    return there === undefined ? each : { ...each, before: there };
  });
  expectRefused(told, seen);
  expectFindings(told, planned, accounts);
}

function expectRoutes(
  { routes, workspaces }: Told,
  [before, after]: readonly [NaiveAccount, NaiveAccount],
): void {
  const exact = routes.filter(({ isPattern }) => !isPattern);
  const ends = new Map(
    exact.map((route) => [
      JSON.stringify([workspaces[route.workspace]?.split(" ").at(-1), route.incoming]),
      [ended(route.before), ended(route.after)],
    ]),
  );
  for (const [workspace, name] of namesOf([before, after])) {
    const shown = ends.get(JSON.stringify([workspace, name])) ?? ["none", "none"];
    const naive = [before, after].map((account, side) => {
      const end = endOf(account, workspace, name);
      return end === "open" && shown[side] === "none" ? "none" : end.replace("open", "?");
    });
    expect([workspace, name, ...shown]).toEqual([workspace, name, ...naive]);
  }
}

function ended(end: End | undefined): string {
  if (end?.is === "unknown") return "?";
  return end?.is === "model" ? (end.modelUrn?.split("::").at(-1) ?? "") : "none";
}

type Named = readonly { readonly rule: string; readonly name?: string }[];

function named(rule: string, all: Named): string[] {
  return [...new Set(all.filter((each) => each.rule === rule).map(({ name = "" }) => name))].toSorted();
}

function expectRefused({ verdict }: Told, planned: readonly Planned[]): void {
  for (const [rule, names] of Object.entries(naiveRefused(planned))) {
    expect([rule, ...named(rule, verdict.refused)]).toEqual([rule, ...names.toSorted()]);
  }
}

/** The review's own reading of patterns: a naive one would have to know what all names are. */
function patternsOf({ routes, workspaces }: Told): PatternRoute[] {
  const last = (urn: string | undefined) => urn?.split("::").at(-1);
  return routes
    .filter(({ isPattern }) => isPattern)
    .map(({ workspace, before, after, moved }) => ({
      workspace: workspaces[workspace]?.split(" ").at(-1) ?? "",
      by: last(after?.byUrn),
      from: last(before?.modelUrn),
      to: last(after?.modelUrn),
      isInUse: before !== undefined && before.is !== "nowhere",
      isMoved: moved,
    }));
}

/** Of a long list of names, the sentence has the first ones alone. */
function expectNewHosts(told: Told, both: readonly [NaiveAccount, NaiveAccount]): void {
  const { unused, unknown } = naiveNewHosts(both, patternsOf(told));
  // A sentence does not say whether `a*` is a name or a pattern.
  const patterns = new Set(told.routes.flatMap(({ isPattern, incoming }) => (isPattern ? incoming : [])));
  const exact = new Set(
    namesOf(both).flatMap(([workspace, name]) => (patterns.has(name) ? [] : `${workspace} ${name}`)),
  );
  // The naive reading knows nothing of the other readings of the API.
  const found = told.findings.filter(
    ({ rule, reason }) => rule === "route-to-new-host" && !reason.includes("The API leaves open"),
  );
  for (const [naive, all] of [
    [unused, found],
    [unknown, found.filter(({ level }) => level === "refused")],
  ] as const) {
    const expected = naive.filter((each) => exact.has(each));
    const names = all.flatMap(({ reason, name }) => namesIn(reason, name)).filter((each) => exact.has(each));
    const isWhole = !all.some(({ reason }) => / and \d+ more go to/.test(reason));
    const sorted = [...new Set(names)].toSorted(byPlaceIn(expected));
    expect(expected).toEqual(isWhole ? sorted : expect.arrayContaining(sorted));
  }
  const refused = found.filter(({ level }) => level === "refused");
  expect(named("route-to-new-host", told.verdict.refused)).toEqual(named("route-to-new-host", refused));
}

const byPlaceIn = (list: readonly string[]) => (a: string, b: string) => list.indexOf(a) - list.indexOf(b);

function expectFindings(
  told: Told,
  planned: readonly Planned[],
  [before, after]: readonly [NaiveAccount, NaiveAccount],
): void {
  const { findings, verdict } = told;
  const both = [before, after] as const;
  const patterns = patternsOf(told);
  expect(named("cost-up", findings)).toEqual(naiveDearer(planned, both, patterns));
  expect(named("cost-up", verdict.refused)).toEqual(naiveDearer(planned, both, patterns, 0.2));
  expect(named("cost-down", findings)).toEqual(
    [...new Set([...naiveCheaper(planned), ...naiveFreed(planned, both, patterns)])].toSorted(),
  );
  const { total, least, most } = naiveMoves(both, patterns);
  const isRefused = verdict.refused.some((each) => each.rule === "max-moved-routes");
  if (least > naiveLimit(total)) expect([total, least, isRefused]).toEqual([total, least, true]);
  if (most <= naiveLimit(total)) expect([total, most, isRefused]).toEqual([total, most, false]);
  expectNewHosts(told, both);
  const workspaces = named("default-config-lost", verdict.refused).map((name) => name.split("-")[0] ?? "");
  expect([...new Set(workspaces)]).toEqual(naiveDefaultless(planned).toSorted());
  for (const [rule, operation] of [
    ["max-deletes", "delete"],
    ["max-replaces", "replace"],
  ] as const) {
    const count = planned.filter((each) => each.operation === operation).length;
    const isOver = count > naiveLimit(planned.filter((each) => each.before !== undefined).length);
    expect([rule, verdict.refused.some((each) => each.rule === rule)]).toEqual([rule, isOver]);
  }
  const gone = new Set(naiveRefused(planned)["workspace-delete"]);
  const lost = namesOf([before, after]).filter(
    ([workspace, name]) =>
      !gone.has(workspace) &&
      before.things.some((thing) => thing.name === endOf(before, workspace, name)) &&
      endOf(after, workspace, name) === "none",
  );
  if (lost.length > 0)
    expect(verdict.refused).toContainEqual(
      expect.objectContaining({
        rule: expect.stringMatching(/^(route-lost|target-unknown|route-ends-nowhere)$/),
      }),
    );
}
