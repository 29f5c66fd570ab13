import type { Settings } from "../../client/settings/settings.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { accountIn, type Contact } from "./contact.js";
import { nameOfAccount } from "./token-check.js";

const check = about("allowed accounts");

/** Whether a stack may touch the account of the token. Without `allowedAccounts` it may touch each. */
export function judgeAccount(
  greeting: Extract<Contact, { reply: unknown }>,
  { allowedAccounts, named }: Settings,
): readonly Diagnosis[] {
  if (allowedAccounts === undefined) {
    return [];
  }
  const facts = { allowed: [...allowedAccounts] };
  const account = accountIn(greeting.reply);
  if (account === undefined) {
    return [
      check.problem({
        found: `The token may not read its own account, and ${named("allowedAccounts")} is set.`,
        means: "Before a write the account is compared, so the write would fail.",
        remedy: "Give the token the scope profile:read.",
        facts,
      }),
    ];
  }
  if (allowedAccounts.includes(String(account.id))) {
    return [check.ok({ found: `The account of the token is one of the allowed ones.`, facts })];
  }
  return [
    check.problem({
      found: `The token belongs to ${nameOfAccount(account)}; only ${allowedAccounts.join(", ")} may be touched.`,
      means: "Every write would be refused by this package.",
      remedy: `Use a token of an allowed account, or change ${named("allowedAccounts")}.`,
      facts,
    }),
  ];
}
