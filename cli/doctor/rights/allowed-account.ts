import { nameOfAccount } from "../gateway/token-check.js";
import { gatewayRow } from "../known.js";

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
