import type { Planned } from "./engine.ts";
import { access } from "./naive.ts";

/** What the document of rules calls refused, as far as no route is looked at: the resources, by the rule. */
export function naiveRefused(planned: readonly Planned[]): Record<string, string[]> {
  const of = (kind: string) => planned.filter((each) => each.kind === kind);
  const names = (some: readonly Planned[]) => some.map(({ name }) => name);
  const { raised, lowered, gone } = access(planned);
  return {
    "workspace-delete": names(of("Workspace").filter(({ operation }) => operation === "delete")),
    "provider-host-changed": names(
      of("ModelProvider").filter((each) => hostOf(each.before) !== hostOf(each.after) && isKept(each)),
    ),
    "provider-delete-with-models": names(
      of("ModelProvider").filter(
        ({ operation, name }) =>
          operation === "delete" &&
          of("Model").some(({ wasFrom }) => wasFrom.providerId?.[0]?.endsWith(`::${name}`)),
      ),
    ),
    "gateway-name-changed": names(
      of("Model").filter((each) => isKept(each) && each.before?.name !== each.after?.name),
    ),
    "budget-up": names(of("Budget").filter((each) => isKept(each) && changeOf(each, "budget") > 0.5)),
    "budget-down": names(of("Budget").filter((each) => isKept(each) && changeOf(each, "budget") < -0.5)),
    "access-removed": gone,
    "role-raised": raised,
    "role-lowered": lowered,
  };
}

/** Models that get cheaper by more than nine tenths: budgets hardly see what they are used for. */
export function naiveCheaper(planned: readonly Planned[]): string[] {
  return planned
    .filter((each) => each.kind === "Model" && isKept(each))
    .filter((each) => ["inputCost", "outputCost"].some((key) => changeOf(each, key) < -0.9))
    .map(({ name }) => name);
}

/** Workspaces that had a default config, and have none any more. */
export function naiveDefaultless(planned: readonly Planned[]): string[] {
  const withDefault = (moment: "before" | "after") =>
    planned
      .filter(
        (each) =>
          each.kind === "Config" && each[moment]?.isDefault === true && each[moment]?.enabled !== false,
      )
      .map(({ name }) => name.split("-")[0] ?? "");
  const stays = new Set(withDefault("after"));
  return [...new Set(withDefault("before"))].filter((workspace) => !stays.has(workspace));
}

/** How many of so many may be deleted or replaced: a tenth, one at least, and never more than 25. */
export function naiveLimit(total: number): number {
  return Math.min(Math.max(Math.floor(total / 10), 1), 25);
}

const isKept = ({ before, after }: Planned) => before !== undefined && after !== undefined;

export function hostOf(values: Planned["before"]): string {
  return values === undefined ? "" : new URL(String(values.baseUrl)).host;
}

/** By what part of itself a figure changes: from nothing to something is without end. */
export function changeOf({ before, after }: Pick<Planned, "before" | "after">, key: string): number {
  const [old, now] = [Number(before?.[key]), Number(after?.[key])];
  return old === now ? 0 : (now - old) / old;
}
