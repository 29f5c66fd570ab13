import {
  allowanceLeft,
  credentialOrigin,
  describeBody,
  howMany,
  readSettings,
  remedyOfUnauthorized,
  retryAfter,
  SettingsError,
} from "pulumi-workspace-gateway/tools";
import { needsOf } from "../../review/facts/needs.js";
import { capital } from "../diagnosis.js";
import { gatewayRow } from "../known.js";
import { accountIn, nameOfAccount, quoteOf, whoAmI, wordsOf, wrongAnswer } from "./contact.js";
import { sourcesOf } from "./settings.js";

const everyRequest = "Every request would fail.";

export const settingsCheck = gatewayRow("settings", ["places"], ({ places }, check) => {
  try {
    readSettings(places, places.connection);
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      throw error;
    }
    if (places.gap !== undefined) {
      return check.notChecked(`they may be in the stack's config, and ${places.gap}`);
    }
    const [what = "", ...remedies] = error.message.split(": ");
    return check.problem({
      found: `${capital(what)}.`,
      means: "The first resource would fail.",
      remedy: `${capital(remedies.join(": "))}.`,
    });
  }
  const sources = Object.entries(sourcesOf(places)).map(([key, source]) => `${key} from ${source}`);
  return check.ok({ found: `${sources.join(", ")}.` });
});

/** A management API refuses a request without a credential with 401. */
export const reachCheck = gatewayRow("gateway", ["knock", "place"], ({ knock, place }, check) => {
  const { baseUrl, named } = place;
  if ("failure" in knock) {
    const { said, remedy } = wordsOf(knock.failure, `Check ${named("baseUrl")}.`);
    return check.problem({ found: `No answer came: ${said}.`, means: "Every request would fail.", remedy });
  }
  const { reply } = knock;
  const wrong = wrongAnswer(reply);
  if (wrong !== undefined) {
    return check.problem({
      found: `${baseUrl} ${wrong}`,
      means: "Every request would fail. No credential was sent.",
      remedy: `Set ${named("baseUrl")} to the root of the management API, which ends in /api/v1.`,
    });
  }
  return reply.status >= 500
    ? check.problem({
        found: `${baseUrl} answers ${reply.status}: ${quoteOf(reply)}.`,
        means: "The gateway, or a proxy in front of it, fails.",
        remedy: "Try again later. If the error persists, contact the operators of the gateway.",
      })
    : check.ok({ found: `${baseUrl} answers as a management API.` });
});

export const tokenCheck = gatewayRow("token", ["session", "settings", "places"], (known, check) => {
  const { settings, places } = known;
  const { greeting, secrets } = known.session;
  const sources = sourcesOf(places);
  const origin = credentialOrigin({ ...settings, named: (key) => sources[key] ?? settings.named(key) });
  if ("failure" in greeting) {
    const otherwise = `Check ${settings.named("clientId")} and ${settings.named("tokenUrl")}.`;
    const { said, remedy } = wordsOf(greeting.failure, otherwise);
    return check.problem({
      found: `${capital(origin)} gives no token: ${said}.`,
      means: everyRequest,
      remedy,
    });
  }
  const { status, body } = greeting.reply;
  const account = accountIn(greeting.reply);
  const said = describeBody(body, secrets) || "no reason given";
  if (status === 401) {
    const found = `The gateway refuses ${origin}: ${said}.`;
    return check.problem({ found, means: everyRequest, remedy: remedyOfUnauthorized(whoAmI, settings) });
  }
  if (status === 429) {
    return check.notChecked("the rate limit is used up", "Run this again later.");
  }
  if (account === undefined && status !== 403) {
    return check.warning({
      found: `GET /user answers ${status < 300 ? "without an account" : `${status}: ${said}`}.`,
      means: "The account of the token is unknown, and this may not be the management API.",
      remedy: `Check ${settings.named("baseUrl")}.`,
    });
  }
  const whose = account === undefined ? "an account that it may not read" : nameOfAccount(account);
  return check.ok({ found: `It is valid and belongs to ${whose}, by ${origin}.` });
});

/** A GET has no body, so a 400 means the version (the API's section "Errors"). */
export const versionCheck = gatewayRow("API version", ["session", "settings", "account"], (known, check) => {
  const { pinned, secrets } = known.session;
  const { apiVersion, versionEchoHeader = "", named } = known.settings;
  if (apiVersion === undefined || "failure" in pinned) {
    return undefined;
  }
  const { status, body, headers } = pinned.reply;
  const served = headers[versionEchoHeader.toLowerCase()];
  const found =
    status === 400
      ? `The gateway does not serve the pinned version ${apiVersion}: ${describeBody(body, secrets) || "400"}.`
      : served !== undefined && served !== apiVersion
        ? `The gateway serves version ${served}, not the pinned ${apiVersion}.`
        : undefined;
  return found === undefined
    ? check.ok({ found: `The pinned version ${apiVersion} is accepted.` })
    : check.problem({
        found,
        means: everyRequest,
        remedy: `Set ${named("apiVersion")} to a version that the gateway serves.`,
      });
});

/** Compares the rest of the rate limit with the writes of the next `up`. */
export const limitCheck = gatewayRow(
  "rate limit",
  ["session", "work", "settings", "io"],
  ({ session, work, settings, io }, check) => {
    const { maxWait, named } = settings;
    const reply = session.latest();
    const left = reply && allowanceLeft(reply, io);
    const isRefused = reply?.status === 429;
    if (reply === undefined || (left === undefined && !isRefused)) {
      return undefined;
    }
    const remaining = isRefused ? 0 : (left?.remaining ?? 0);
    const wait = (isRefused ? retryAfter(reply, io) : undefined) ?? left?.resetsIn ?? 0;
    const seconds = Math.ceil(wait / 1000);
    const { writes } = needsOf(work.planned);
    const found = `${howMany(remaining, "request")} left for ${seconds} s.`;
    return wait > maxWait && (remaining <= 0 || writes > remaining)
      ? check.problem({
          found,
          means: `The next \`up\` makes ${howMany(writes, "write")} and waits at most ${maxWait / 1000} s, so it would fail.`,
          remedy: `Run it in ${seconds} s, or raise ${named("maxWait")}.`,
        })
      : check.ok({ found });
  },
);
