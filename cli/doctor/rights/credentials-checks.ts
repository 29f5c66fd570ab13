import { nameOfAccount } from "../gateway/token-check.js";
import { gatewayRow, projectRow } from "../known.js";

/**
 * Some kinds are made with the app's own credentials (the API's section "Authentication", 5). Only a write
 * would try them.
 */
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

/** Whether a stack may touch the account of the token. Without `allowedAccounts` it may touch each. */
export const accountCheck = gatewayRow("allowed accounts", ["account", "settings"], (known, check) => {
  const { account } = known;
  const { allowedAccounts, named } = known.settings;
  if (allowedAccounts === undefined) {
    return undefined;
  }
  const facts = { allowed: allowedAccounts };
  if (account === undefined) {
    return check.problem({
      found: `The token may not read its own account, and ${named("allowedAccounts")} is set.`,
      means: "Before a write the account is compared, so the write would fail.",
      remedy: "Give the token the scope profile:read.",
      facts,
    });
  }
  return allowedAccounts.includes(String(account.id))
    ? check.ok({ found: "The account of the token is one of the allowed ones.", facts })
    : check.problem({
        found: `The token belongs to ${nameOfAccount(account)}; only ${allowedAccounts.join(", ")} may be touched.`,
        means: "Every write would be refused by this package.",
        remedy: `Use a token of an allowed account, or change ${named("allowedAccounts")}.`,
        facts,
      });
});

/** A provider that a program declares has its settings in the program, where this command cannot read them. */
export const providersCheck = projectRow("other providers", ["uses"], ({ uses }, check) => {
  const names = new Set(uses.flatMap(({ provider }) => provider ?? []));
  return names.size === 0
    ? undefined
    : check.notChecked(`the settings of ${[...names].join(", ")} stand in the program`);
});
