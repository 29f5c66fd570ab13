import { expect } from "vitest";
import type { Planned } from "./engine.ts";
import { access, accountAt, dearer, endOf, type NaiveAccount, namesOf } from "./naive.ts";

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
  }[];
  readonly findings: readonly { readonly rule: string; readonly name: string }[];
  readonly workspaces: Readonly<Record<string, string>>;
}

interface End {
  readonly is: string;
  readonly modelUrn?: string;
}

/** Fails where a review and the naive reading of the same two accounts say different things. */
export function expectNaive(
  told: Told,
  planned: readonly Planned[],
  gatewayNames: ReadonlyMap<string, string>,
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
  expectFindings(told, planned);
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

function expectFindings({ findings }: Told, planned: readonly Planned[]): void {
  const named = (rule: string) => {
    return [
      ...new Set(findings.filter((finding) => finding.rule === rule).map(({ name }) => name)),
    ].toSorted();
  };
  const { lowered, gone } = access(planned);
  expect(named("access-removed")).toEqual(gone.toSorted());
  expect(named("role-lowered")).toEqual(lowered.toSorted());
  expect(named("cost-up")).toEqual(expect.arrayContaining(dearer(planned)));
}
