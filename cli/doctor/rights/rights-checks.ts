import { nameOfAccount } from "../gateway/contact.js";
import { gatewayRow, projectRow } from "../known.js";
import type { Workload } from "./work.js";

/** Some kinds are made with the app's own credentials (the API's section "Authentication", 5). Only a write tries them. */
export const appCheck = gatewayRow("app credentials", ["work", "settings"], ({ work, settings }, check) => {
  const { kinds, sure } = work.app;
  const { clientId, clientSecret, credential, named } = settings;
  const names = kinds.map(({ name }) => name).join(", ");
  if (kinds.length === 0) {
    return undefined;
  }
  if (clientId === undefined || clientSecret === undefined) {
    const said = {
      found: `There are no credentials of an app, and ${names} needs them.`,
      means: sure ? "The next `up` would fail." : "Only an `up` that makes one would fail.",
      remedy: `Set ${named("clientId")} and ${named("clientSecret")}.`,
    };
    return sure ? check.problem(said) : check.ok(said);
  }
  return credential.from === "service"
    ? check.ok({ found: `The app ${clientId} signs in, and its credentials also make ${names}.` })
    : check.notChecked(`only a write would try them; the app ${clientId} is set for ${names}`);
});

/** Without `allowedAccounts` a stack may touch every account. */
export const accountCheck = gatewayRow("allowed accounts", ["account", "settings"], (known, check) => {
  const { account } = known;
  const { allowedAccounts, named } = known.settings;
  if (allowedAccounts === undefined) {
    return undefined;
  }
  if (account === undefined) {
    return check.problem({
      found: `The token may not read its own account, and ${named("allowedAccounts")} is set.`,
      means: "The account is compared before a write, so the write would fail.",
      remedy: "Give the token the scope profile:read.",
    });
  }
  return allowedAccounts.includes(String(account.id))
    ? check.ok({ found: "The account of the token is one of the allowed accounts." })
    : check.problem({
        found: `The token belongs to ${nameOfAccount(account)}; only ${allowedAccounts.join(", ")} may be touched.`,
        means: "This package would refuse every write.",
        remedy: `Use a token of an allowed account, or change ${named("allowedAccounts")}.`,
      });
});

/** The settings of a provider that a program declares are in the program, where this command cannot read them. */
export const providersCheck = projectRow("other providers", ["uses"], ({ uses }, check) => {
  const names = new Set(uses.flatMap(({ provider }) => provider ?? []));
  return names.size === 0
    ? undefined
    : check.notChecked(`the settings of ${[...names].join(", ")} are in the program`);
});

/** A missing scope that the next `up` needs is a problem; one that only other work needs is a warning. */
export const accessCheck = gatewayRow("scopes", ["access", "work", "session"], (known, check) => {
  const { access, work } = known;
  const isListed = known.session.scopes !== undefined;
  const grants = [...access].map(([scope, grant]) => ({ scope, ...grant }));
  const has = grants.flatMap((grant) => ("has" in grant && grant.has ? grant.scope : []));
  const lacks = grants.flatMap((grant) => ("has" in grant && !grant.has ? grant.scope : []));
  const writesNothing = work.from === "all kinds" && !has.some(isWrite);
  const needed = Map.groupBy(lacks, (scope) =>
    work.scopes.get(scope)?.some(({ sure }) => sure) || (writesNothing && isWrite(scope)) ? "now" : "later",
  );
  const facts = { has, lacks, for: work.from };
  const wrong = (scopes: readonly string[], means: string) => ({
    found: `${isListed ? "The token lacks" : "Reading is refused with 403:"} ${scopes.map((scope) => forKinds(scope, work)).join("; ")}.`,
    means: `${isListed ? "" : "The token lacks the scope, or its account the permission in the workspace. "}${means}`,
    remedy: `Use a token with ${scopes.join(" ")}. If scopes are asked for by name, name them too.`,
    facts,
  });
  const [now, later] = [needed.get("now"), needed.get("later")];
  const found = `${isListed ? "The token has" : "Reading works with"} ${has.join(", ")}.`;
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
