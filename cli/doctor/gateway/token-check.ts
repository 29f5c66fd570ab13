import {
  credentialOrigin,
  describeBody,
  type JsonObject,
  RequestError,
  remedyOfUnauthorized,
  type SettingsError,
} from "pulumi-workspace-gateway/tools";
import { capital } from "../diagnosis.js";
import { gatewayRow } from "../known.js";
import { accountIn, whoAmI } from "./contact.js";
import { sourcesOf } from "./setting-sources.js";
import type { TokenLife } from "./token-life.js";

/** Milliseconds: an `up` of a large stack, with waits for a rate limit, can take that long. */
const longRun = 3_600_000;

/** Judges what the gateway says to the token. */
export const tokenCheck = gatewayRow("token", ["session", "settings", "written", "io"], (known, check) => {
  const { settings, written } = known;
  const { greeting, life, secrets } = known.session;
  const sources = sourcesOf(written);
  const origin = credentialOrigin({ ...settings, named: (key) => sources[key] ?? settings.named(key) });
  const { from } = settings.credential;
  if ("failure" in greeting) {
    return check.problem({
      ...saidBy(greeting.failure, `Check ${settings.named("clientId")} and ${settings.named("tokenUrl")}.`),
      means: `${capital(origin)} gives no token to try.`,
      facts: { from },
    });
  }
  const { status, body } = greeting.reply;
  const account = accountIn(greeting.reply);
  const facts = { from, status, ends: isoDate(life?.ends), renewed: life?.renewed, ...shown(account) };
  const said = describeBody(body, secrets);
  if (status === 401) {
    const found = `The gateway refuses ${origin}: ${said || status}.${lifeLine(life)}`;
    const remedy = remedyOfUnauthorized(whoAmI, settings);
    return check.problem({ found, means: "Every request would be refused.", remedy, facts });
  }
  if (status === 429) {
    return check.notChecked("the rate limit is used up", "Run this again later.");
  }
  if (account === undefined && status !== 403) {
    const what =
      status < 300 ? "with something that is no account" : `${status}: ${said || "no reason given"}`;
    return check.warning({
      found: `GET /user answers ${what}.`,
      means: "It is not known whose token it is, and this may not be the management API.",
      remedy: `Check ${settings.named("baseUrl")}.`,
      facts,
    });
  }
  const whose = account === undefined ? "an account that it may not read" : nameOfAccount(account);
  const found = `It is valid, and belongs to ${whose}, by ${origin}.`;
  const ends = life?.ends;
  return life !== undefined && !life.renewed && ends !== undefined && ends - known.io.now() <= longRun
    ? check.warning({
        found: `${found}${lifeLine(life)}`,
        means: "A run that takes longer fails in its middle.",
        remedy: "Get a new token first, or sign in with an app, whose tokens are renewed.",
        facts,
      })
    : check.ok({ found, means: lastingOf(life), facts });
});

function lastingOf(life: TokenLife | undefined): string {
  if (life === undefined || life.renewed) {
    return "It is renewed before it ends.";
  }
  return lifeLine(life).trim() || "The gateway does not show until when.";
}

/** What went wrong, and what to do, apart: an error has both in one line. */
function saidBy(failure: RequestError | SettingsError, otherwise: string) {
  const remedy = (failure instanceof RequestError ? failure.failure.remedy : undefined) ?? otherwise;
  return { found: failure.message.replace(remedy, "").trim(), remedy };
}

function lifeLine(life: TokenLife | undefined): string {
  return life?.ends === undefined ? "" : ` It ends at ${isoDate(life.ends)}.`;
}

export function nameOfAccount({ id, email, account_type }: Readonly<Record<string, unknown>>): string {
  const type = typeof account_type === "string" ? `, ${account_type}` : "";
  return `account ${String(id)} (${String(email)}${type})`;
}

function shown({ id, email, account_type }: JsonObject = {}) {
  return { account: id, email, accountType: account_type };
}

function isoDate(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined || Number.isNaN(new Date(milliseconds).getTime())
    ? undefined
    : new Date(milliseconds).toISOString();
}
