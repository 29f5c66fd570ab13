import { RequestError } from "../../client/http/errors.js";
import type { Reply, Send } from "../../client/http/exchange.js";
import { appSecrets } from "../../client/settings/app.js";
import type { Settings } from "../../client/settings/settings.js";
import { type Auth, authorized } from "../../client/sign-in/auth.js";
import { authFor } from "../../client/sign-in/auth-for.js";
import { Renewing } from "../../client/sign-in/renewing.js";
import { about, type Diagnosis } from "../../doctor/diagnosis.js";
import { type Fact, ifKnown, restingOn } from "../../doctor/fact.js";
import { judgeAccount } from "../../doctor/gateway/allowed-account.js";
import { judgeVersion } from "../../doctor/gateway/api-version.js";
import { judgeApp } from "../../doctor/gateway/app-credentials.js";
import { judgeClock } from "../../doctor/gateway/clock.js";
import { type Contact, contact, hasty, pinning, plainly, whoAmI } from "../../doctor/gateway/contact.js";
import { neededScopes } from "../../doctor/gateway/needed-scopes.js";
import { judgeLimit } from "../../doctor/gateway/rate-limit.js";
import { reachOf } from "../../doctor/gateway/reach.js";
import { judgeScopes, judgeTried } from "../../doctor/gateway/scopes.js";
import { sourcesOf } from "../../doctor/gateway/setting-sources.js";
import { judgeToken } from "../../doctor/gateway/token-check.js";
import { lifeOf, type TokenLife } from "../../doctor/gateway/token-life.js";
import { tryReads } from "../../doctor/gateway/try-reads.js";
import { safely } from "../../doctor/safely.js";
import type { Io } from "../../io/io.js";
import type { Kind } from "../../spec/kind.js";
import type { StackResource } from "../../stack/stack-state.js";
import { credentialOrigin } from "../whoami/whoami.js";
import { examineSettings, type SettingsQuestion, wholeSettings } from "./examine-settings.js";

/** What the examination of a gateway rests on. */
export interface GatewayQuestion extends SettingsQuestion {
  readonly kinds: Fact<readonly Kind[]>;
  /** The resources of the stack on this connection; empty if there is no stack. */
  readonly resources: readonly StackResource[];
  /** Whether there is a stack, though it may be empty. */
  readonly hasStack: boolean;
  /** Why this Node cannot send a request; undefined if it can. */
  readonly nodeGap: string | undefined;
  readonly io: Io;
  /** Told each secret that becomes known: no finding may show it. */
  keepSecrets(secrets: readonly string[]): void;
}

/** The checks that follow the one of the gateway, in their order. */
const behindGateway = ["API version", "token", "scopes", "clock", "rate limit"] as const;

/** What can be said of the gateway: nothing is sent to it but GETs, and to a token endpoint what signs in. */
export async function examineGateway(question: GatewayQuestion): Promise<readonly Diagnosis[]> {
  const { settings, findings } = examineSettings(question);
  if ("why" in settings) {
    const rest = ["gateway", "TLS", ...behindGateway];
    return [...findings, ...rest.flatMap((check) => restingOn(check, settings, () => []))];
  }
  if (question.nodeGap !== undefined) {
    const rest = ["gateway", "TLS", ...behindGateway];
    return [...findings, ...notChecked(rest, question.nodeGap)];
  }
  question.keepSecrets(settings.known.secrets);
  const place = hasty(settings.known);
  const send = plainly(place, question.io);
  const knock = await contact(send, whoAmI, question.io);
  const reach = reachOf(knock, place, question.written.env);
  const seen = [...findings, ...reach.findings];
  if (reach.over !== undefined) {
    const skipped = "reply" in knock ? behindGateway.filter((check) => check !== "clock") : behindGateway;
    const clock = "reply" in knock ? [judgeClock(knock)] : [];
    return [...seen, ...notChecked(skipped, reach.over), ...clock];
  }
  const whole = wholeSettings(question);
  if (whole === undefined) {
    const late = "reply" in knock ? [judgeClock(knock)] : [];
    return [
      ...seen,
      ...notChecked(["API version", "token", "scopes", "rate limit"], "there is no credential"),
      ...late,
    ];
  }
  return [...seen, ...(await examineSignedIn(whole, send, question))];
}

function notChecked(checks: readonly string[], why: string): Diagnosis[] {
  return checks.map((check) => about(check).notChecked(why));
}

/** What a token shows. The version is judged apart, so that a wrong one hides nothing else. */
async function examineSignedIn(
  settings: Settings,
  plain: Send,
  question: GatewayQuestion,
): Promise<readonly Diagnosis[]> {
  const { io } = question;
  const place = hasty(settings);
  const auth = authFor(place, io);
  const replies: Reply[] = [];
  const send = authorized(remembering(plain, replies), auth);
  const pinned = await contact(send, pinning(whoAmI, settings.apiVersion), io);
  const isRefused = "reply" in pinned && pinned.reply.status === 400 && settings.apiVersion !== undefined;
  const greeting = isRefused ? await contact(send, whoAmI, io) : pinned;
  const secrets = [...settings.secrets, ...auth.secrets(), ...appSecrets(settings)];
  question.keepSecrets(secrets);
  const life = await lifeFor(auth, greeting, settings);
  const sources = sourcesOf(question.written, settings.connection);
  const origin = credentialOrigin({ ...settings, named: (key) => sources[key] ?? settings.named(key) });
  const token = { settings, origin, life, now: io.now(), secrets };
  const { finding, over } = judgeToken(greeting, token);
  const scopes = await safely("scopes", () =>
    examineScopes(auth, isRefused ? send : versioned(send, settings), settings, over, question),
  );
  const last = replies.at(-1);
  return [
    ...(await safely("API version", () => versionFinding(pinned, settings, over, secrets))),
    finding,
    ...("reply" in greeting && over === undefined ? judgeAccount(greeting, settings) : []),
    ...scopes,
    ...("reply" in greeting && last !== undefined
      ? [judgeClock(greeting), limitFinding(last, settings, question)]
      : notChecked(["clock", "rate limit"], "no answer came")),
  ];
}

/** The latest answer tells best what is left of the rate limit. */
function remembering(send: Send, replies: Reply[]): Send {
  return async (exchange) => {
    const reply = await send(exchange);
    replies.push(reply);
    return reply;
  };
}

function versioned(send: Send, { apiVersion }: Settings): Send {
  return (exchange) => send(pinning(exchange, apiVersion));
}

function versionFinding(
  pinned: Contact,
  settings: Settings,
  over: string | undefined,
  secrets: readonly string[],
): Diagnosis {
  const check = about("API version");
  if ("failure" in pinned) {
    return check.notChecked(over ?? "no answer came");
  }
  const isJudged = pinned.reply.status < 300 || pinned.reply.status === 400;
  return isJudged
    ? judgeVersion(pinned.reply, settings, secrets)
    : check.notChecked(over ?? "the token is refused");
}

async function lifeFor(auth: Auth, greeting: Contact, settings: Settings): Promise<TokenLife | undefined> {
  const gotNone =
    "failure" in greeting && greeting.failure instanceof RequestError && greeting.failure.failure.signIn;
  return gotNone || "failure" in greeting ? undefined : lifeOf(await auth.token(), settings);
}

async function examineScopes(
  auth: Auth,
  send: Send,
  settings: Settings,
  over: string | undefined,
  { kinds, resources, io }: GatewayQuestion,
): Promise<readonly Diagnosis[]> {
  const all = ifKnown(kinds);
  if (all === undefined || over !== undefined) {
    return notChecked(["scopes"], "why" in kinds ? kinds.why : (over ?? ""));
  }
  const needs = neededScopes(all, resources);
  const has = auth instanceof Renewing ? auth.scopes : undefined;
  const found =
    has === undefined
      ? judgeTried(await tryReads(send, needs, resources, io), needs)
      : [judgeScopes(has, needs)];
  return [...found, ...judgeApp(needs, settings)];
}

function limitFinding(
  reply: Reply,
  settings: Settings,
  { resources, hasStack, io }: GatewayQuestion,
): Diagnosis {
  return judgeLimit(reply, hasStack ? resources : undefined, settings, io);
}
