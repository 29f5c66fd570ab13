import { about, type Diagnosis } from "../diagnosis.js";
import type { NeededScopes } from "./needed-scopes.js";

const check = about("scopes");

/** Judges the scopes that a token has by those that are needed. */
export function judgeScopes(has: readonly string[], needs: NeededScopes): Diagnosis {
  const missing = [...needs.scopes].filter(([scope]) => !has.includes(scope));
  const facts = {
    needed: [...needs.scopes.keys()],
    has: [...has],
    missing: missing.map(([scope]) => scope),
    for: needs.of,
  };
  if (missing.length === 0) {
    const found = `The token has all scopes that ${subject(needs)}: ${facts.needed.join(", ")}.`;
    return check.ok({ found, facts });
  }
  const writesNothing = !has.some((scope) => scope.endsWith(":write"));
  const said = {
    found: `The token lacks ${missing.map(lacking).join("; ")}.`,
    means: meaning(needs),
    remedy: `Give the app or the login ${facts.missing.join(" ")}. If scopes are asked for by name, name them too.`,
    facts,
  };
  return needs.of === "stack" || writesNothing ? check.problem(said) : check.warning(said);
}

/** What came of a harmless read that needs a scope: its status, or why none was tried. */
export type TriedRead =
  | { readonly scope: string; readonly status: number }
  | { readonly scope: string; readonly why: string };

/** Judges reads that were tried, because nothing shows the scopes of the token. */
export function judgeTried(tried: readonly TriedRead[], needs: NeededScopes): readonly Diagnosis[] {
  const worked = tried.filter((each) => "status" in each && each.status < 300);
  const refused = tried.filter((each) => "status" in each && each.status === 403);
  const unclear = tried.filter((each) => !worked.includes(each) && !refused.includes(each));
  const facts = {
    needed: [...needs.scopes.keys()],
    readable: named(worked),
    refused: named(refused),
    for: needs.of,
  };
  return [
    ...(worked.length === 0
      ? []
      : [check.ok({ found: `Reading works with ${named(worked).join(", ")}.`, facts })]),
    ...(refused.length === 0 ? [] : [judgeRefused(named(refused), needs, facts)]),
    ...untried(unclear),
    ...unprobed(needs),
  ];
}

function judgeRefused(
  scopes: readonly string[],
  needs: NeededScopes,
  facts: Diagnosis["facts"] & object,
): Diagnosis {
  const kindsOf = (scope: string) => lacking([scope, needs.scopes.get(scope) ?? []]);
  const said = {
    found: `Reading is refused with 403: ${scopes.map(kindsOf).join("; ")}.`,
    means: `The token lacks the scope, or its account the permission in the workspace. ${meaning(needs)}`,
    remedy: `Use a token with ${scopes.join(" ")}, of an account that is a member of the workspace.`,
    facts,
  };
  return needs.of === "stack" ? check.problem(said) : check.warning(said);
}

function untried(unclear: readonly TriedRead[]): Diagnosis[] {
  const whyOf = (each: TriedRead) =>
    "why" in each ? each.why : `the gateway answers ${each.status} to such a read`;
  return [...Map.groupBy(unclear, whyOf)].map(([why, some]) =>
    check.notChecked(`${why}, so nothing is known of ${named(some).join(", ")}`),
  );
}

function named(tried: readonly TriedRead[]): string[] {
  return tried.map(({ scope }) => scope);
}

function unprobed({ scopes }: NeededScopes): Diagnosis[] {
  const writes = [...scopes.keys()].filter((scope) => scope.endsWith(":write"));
  return writes.length === 0
    ? []
    : [
        about("write scopes").notChecked(
          "the gateway does not show the scopes of such a token, and only a write would tell",
          `Make sure that it was given ${writes.join(" ")}.`,
        ),
      ];
}

function subject({ of }: NeededScopes): string {
  return of === "stack" ? "this stack needs" : "programs can need";
}

function meaning({ of }: NeededScopes): string {
  return of === "stack"
    ? "A refresh or an `up` of this stack would fail with 403."
    : "A program with these kinds would fail with 403.";
}

function lacking([scope, kinds]: readonly [scope: string, kinds: readonly string[]]): string {
  return `${scope} (for ${kinds.join(", ")})`;
}
