import { expect } from "vitest";
import type { Planned } from "./engine.ts";

type Named = readonly { readonly rule: string; readonly name?: string }[];

/** What the JSON of a review has, as far as a naive reading can tell it too. */
interface Told {
  readonly counts: Readonly<Record<string, number>>;
  readonly size: { readonly before: number; readonly after: number };
  readonly changes: readonly { readonly operation: string; readonly name: string }[];
  readonly findings: Named;
  readonly verdict: { readonly refused: Named };
}

/**
 * Fails where a review and the naive reading of the same two accounts say different things. Where names go,
 * test/cli/routing/random.test.ts reads naively.
 */
export function expectNaive(
  { counts, size, changes, findings, verdict: { refused } }: Told,
  planned: readonly Planned[],
): void {
  const naive = { create: 0, update: 0, replace: 0, delete: 0, same: 0 };
  for (const { operation } of planned) naive[operation]++;
  const { same: _, ...changing } = naive;
  expect(counts).toEqual(changing);
  const isThere = (moment: "before" | "after") => planned.filter((each) => each[moment]).length;
  expect(size).toEqual({ before: isThere("before"), after: isThere("after") });
  const inWords = (all: Told["changes"]) =>
    all.map(({ operation, name }) => `${operation} ${name}`).toSorted();
  expect(inWords(changes)).toEqual(inWords(planned.filter(({ operation }) => operation !== "same")));
  for (const [rule, names] of Object.entries(naiveRefused(planned)))
    expect([rule, ...namesBy(rule, refused)]).toEqual([rule, ...names.toSorted()]);
  for (const [rule, part] of [
    ["cost-up", 0],
    ["cost-down", -0.9],
  ] as const)
    expect(namesBy(rule, findings)).toEqual(expect.arrayContaining(costsMove(planned, part)));
  expect(namesBy("cost-up", refused)).toEqual(expect.arrayContaining(costsMove(planned, 0.2)));
  const workspaces = namesBy("default-config-lost", refused).map((name) => name.split("-")[0]);
  expect([...new Set(workspaces)]).toEqual(naiveDefaultless(planned).toSorted());
  const limit = Math.min(Math.max(Math.floor(size.before / 10), 1), 25);
  for (const operation of ["delete", "replace"] as const) {
    const isOver = refused.some(({ rule }) => rule === `max-${operation}s`);
    expect([operation, isOver]).toEqual([operation, naive[operation] > limit]);
  }
}

function namesBy(rule: string, all: Named): string[] {
  return [...new Set(all.filter((each) => each.rule === rule).map(({ name = "" }) => name))].toSorted();
}

/** What the document of rules calls refused, as far as no route is looked at: the resources, by the rule. */
function naiveRefused(planned: readonly Planned[]): Record<string, string[]> {
  const names = (kind: string, isMeant: (each: Planned) => boolean) =>
    planned.filter((each) => each.kind === kind && isMeant(each)).map(({ name }) => name);
  const roles = ({ before, after }: Planned) => [before?.role, after?.role];
  return {
    "workspace-delete": names("Workspace", isDeleted),
    "provider-host-changed": names(
      "ModelProvider",
      (each) => isKept(each) && hostOf(each.before) !== hostOf(each.after),
    ),
    "provider-delete-with-models": names(
      "ModelProvider",
      (each) =>
        isDeleted(each) &&
        planned.some(
          ({ kind, wasFrom }) => kind === "Model" && wasFrom.providerId?.[0]?.endsWith(`::${each.name}`),
        ),
    ),
    "gateway-name-changed": names("Model", (each) => isKept(each) && each.before?.name !== each.after?.name),
    "budget-up": names("Budget", (each) => isKept(each) && changeOf(each, "budget") > 0.5),
    "budget-down": names("Budget", (each) => isKept(each) && changeOf(each, "budget") < -0.5),
    "access-removed": names("Member", isDeleted),
    "role-raised": names("Member", (each) => roles(each)[0] !== "ADMIN" && roles(each)[1] === "ADMIN"),
    "role-lowered": names("Member", (each) => roles(each).join() === "ADMIN,MEMBER"),
  };
}

/** Models with a cost that rises, or that falls by more than a part of it. */
function costsMove(planned: readonly Planned[], part: number): string[] {
  return planned
    .filter((each) => each.kind === "Model" && isKept(each))
    .filter((each) =>
      ["inputCost", "outputCost"]
        .map((key) => changeOf(each, key))
        .some((change) => (part < 0 ? change < part : change > part)),
    )
    .map(({ name }) => name);
}

/** Workspaces that had a default config, and have none any more. */
function naiveDefaultless(planned: readonly Planned[]): string[] {
  const withDefault = (moment: "before" | "after") =>
    planned
      .filter(
        ({ kind, [moment]: now }) => kind === "Config" && now?.isDefault === true && now.enabled !== false,
      )
      .map(({ name }) => name.split("-")[0] ?? "");
  const stays = new Set(withDefault("after"));
  return [...new Set(withDefault("before"))].filter((workspace) => !stays.has(workspace));
}

const isKept = ({ before, after }: Planned) => before !== undefined && after !== undefined;
const isDeleted = ({ operation }: Planned) => operation === "delete";

function hostOf(values: Planned["before"]): string {
  return values === undefined ? "" : new URL(String(values.baseUrl)).host;
}

/** By what part of itself a figure changes: from nothing to something is without end. */
function changeOf({ before, after }: Planned, key: string): number {
  const [old, now] = [Number(before?.[key]), Number(after?.[key])];
  return old === now ? 0 : (now - old) / old;
}
