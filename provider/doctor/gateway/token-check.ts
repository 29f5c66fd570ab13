import { describeBody, RequestError } from "../../client/http/errors.js";
import { remedyOfUnauthorized } from "../../client/http/remedy.js";
import type { Settings } from "../../client/settings/settings.js";
import type { SettingsError } from "../../client/settings/settings-error.js";
import { about, capital, type Diagnosis } from "../diagnosis.js";
import { accountIn, type Contact, whoAmI } from "./contact.js";
import type { TokenLife } from "./token-life.js";

/** Milliseconds: an `up` of a large stack, with waits for a rate limit, can take that long. */
const longRun = 3_600_000;

const check = about("token");

type Facts = Readonly<Record<string, string | boolean | undefined>>;

/** What is known of a token before its answer is judged. */
export interface TokenInUse {
  readonly settings: Settings;
  /** Where the credential comes from, in words. */
  readonly origin: string;
  /** Undefined if no token could be got. */
  readonly life: TokenLife | undefined;
  readonly now: number;
  /** What the answer may repeat, and no finding may show. */
  readonly secrets: readonly string[];
}

/** Judges what the gateway says to the token. `over` says why nothing more can be asked with it. */
export function judgeToken(greeting: Contact, token: TokenInUse): { finding: Diagnosis; over?: string } {
  const { settings, origin, life, secrets } = token;
  if ("failure" in greeting) {
    return {
      finding: check.problem({
        ...saidBy(greeting.failure, `Check ${settings.named("clientId")} and ${settings.named("tokenUrl")}.`),
        means: `${capital(origin)} gives no token that could be tried.`,
        facts: { from: settings.credential.from },
      }),
      over: "there is no token",
    };
  }
  const { reply } = greeting;
  const account = accountIn(reply);
  const facts = { from: settings.credential.from, ends: isoDate(life?.ends), renewed: life?.renewed };
  if (reply.status === 401) {
    const found = `The gateway refuses ${origin}: ${describeBody(reply.body, secrets) || "401"}.${lifeLine(life)}`;
    const remedy = remedyOfUnauthorized(whoAmI, settings);
    return {
      finding: check.problem({ found, means: "Every request would be refused.", remedy, facts }),
      over: "the token is refused",
    };
  }
  if (account !== undefined) {
    return {
      finding: accepted(`${nameOfAccount(account)}, by ${origin}.`, token, { ...facts, ...shown(account) }),
    };
  }
  if (reply.status === 403) {
    return { finding: accepted(`an account that it may not read, by ${origin}.`, token, facts) };
  }
  const found =
    reply.status < 300
      ? "GET /user answers with something that is no account."
      : `GET /user answers ${reply.status}: ${describeBody(reply.body, secrets) || "no reason given"}.`;
  const limited = reply.status === 429;
  return {
    finding: limited
      ? check.notChecked("the rate limit is used up", "Run this again later.")
      : check.problem({
          found,
          means: "This is probably not the management API.",
          remedy: `Check ${settings.named("baseUrl")}.`,
          facts: { ...facts, status: reply.status },
        }),
    over: limited ? "the rate limit is used up" : "it is not known which account the token belongs to",
  };
}

/** What went wrong, and what to do, apart: an error has both in one line. */
function saidBy(failure: RequestError | SettingsError, otherwise: string) {
  const remedy = (failure instanceof RequestError ? failure.failure.remedy : undefined) ?? otherwise;
  return { found: failure.message.replace(remedy, "").trim(), remedy };
}

function accepted(whose: string, { life, now }: TokenInUse, facts: Facts): Diagnosis {
  const found = `It is valid, and belongs to ${whose}`;
  const ends = life?.ends;
  if (life === undefined || life.renewed) {
    return check.ok({ found, means: "A new one is got when it ends.", facts });
  }
  if (ends === undefined) {
    return check.ok({ found, means: "The gateway does not show until when.", facts });
  }
  return ends - now > longRun
    ? check.ok({ found, means: `It ends at ${isoDate(ends)}.`, facts })
    : check.warning({
        found: `${found}${lifeLine(life)}`,
        means: "A run that takes longer fails in its middle.",
        remedy: "Get a new token first, or sign in with an app, whose tokens are renewed.",
        facts,
      });
}

function lifeLine(life: TokenLife | undefined): string {
  return life?.ends === undefined ? "" : ` It ends at ${isoDate(life.ends)}.`;
}

export function nameOfAccount({ id, email, account_type }: Readonly<Record<string, unknown>>): string {
  const type = typeof account_type === "string" ? `, ${account_type}` : "";
  return `account ${String(id)} (${String(email)}${type})`;
}

function shown({ id, email, account_type }: Readonly<Record<string, unknown>>) {
  return { account: String(id), email: String(email), accountType: String(account_type) };
}

function isoDate(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined || Number.isNaN(new Date(milliseconds).getTime())
    ? undefined
    : new Date(milliseconds).toISOString();
}
