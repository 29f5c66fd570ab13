import { gatewayRow } from "../known.js";
import type { Workload } from "./work.js";

/** Compares what the token may do with what is needed. What the next `up` cannot do without is a problem. */
export const accessCheck = gatewayRow("scopes", ["access", "work", "session"], (known, check) => {
  const { access, work } = known;
  const told = known.session.scopes !== undefined;
  const grants = [...access].map(([scope, grant]) => ({ scope, ...grant }));
  const has = grants.flatMap((grant) => ("has" in grant && grant.has ? grant.scope : []));
  const lacks = grants.flatMap((grant) => ("has" in grant && !grant.has ? grant.scope : []));
  const writesNothing = work.from === "all kinds" && !has.some(isWrite);
  const needed = Map.groupBy(lacks, (scope) =>
    work.scopes.get(scope)?.some(({ sure }) => sure) || (writesNothing && isWrite(scope)) ? "now" : "later",
  );
  const facts = { has, lacks, for: work.from };
  const wrong = (scopes: readonly string[], means: string) => ({
    found: `${told ? "The token lacks" : "Reading is refused with 403:"} ${scopes.map((scope) => forKinds(scope, work)).join("; ")}.`,
    means: `${told ? "" : "The token lacks the scope, or its account the permission in the workspace. "}${means}`,
    remedy: `Use a token with ${scopes.join(" ")}. If scopes are asked for by name, name them too.`,
    facts,
  });
  const [now, later] = [needed.get("now"), needed.get("later")];
  const found = `${told ? "The token has" : "Reading works with"} ${has.join(", ")}.`;
  const unclear = Map.groupBy(grants, (grant) => ("why" in grant ? grant.why : ""));
  return [
    ...(lacks.length > 0 || has.length === 0 ? [] : [check.ok({ found, facts })]),
    ...(now ? [check.problem(wrong(now, "The next `up` would fail with 403."))] : []),
    ...(later ? [check.warning(wrong(later, "Other work on these kinds would fail with 403."))] : []),
    ...[...unclear].flatMap(([why, some]) => {
      const scopes = some.map(({ scope }) => scope).join(", ");
      return why === "" ? [] : check.notChecked(`${why}, so nothing is known of ${scopes}`);
    }),
  ];
});

function isWrite(scope: string): boolean {
  return scope.endsWith(":write");
}

function forKinds(scope: string, { scopes }: Workload): string {
  const names = (scopes.get(scope) ?? []).map(({ kind }) => kind.name);
  return `${scope} (for ${[...new Set(names)].join(", ")})`;
}
