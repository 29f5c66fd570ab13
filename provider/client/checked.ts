import { defined, isJsonObject, type JsonObject } from "../text/json.js";
import { redact } from "../text/redact.js";
import { printable } from "../text/words.js";
import {
  type Exchange,
  type Failure,
  type Outcome,
  type Reply,
  RequestError,
  type Send,
} from "./exchange.js";
import { loginLine, type SettingKey, type Settings, settingNames } from "./settings.js";

const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "cf-ray"];

export function requestIdOf({ headers }: Reply): string | undefined {
  return requestIdHeaders.map((name) => headers[name]).find((id) => id !== undefined);
}

/**
 * `whoAmI` names the account behind the token, for the 403 message. `credentials` returns secrets that became
 * known at run time. `isAccepted` returns whether the gateway has accepted a token of the connection before.
 */
export function checked(
  send: Send,
  settings: Settings,
  whoAmI: () => Promise<string>,
  credentials: () => readonly string[] = () => [],
  isAccepted: () => boolean = () => false,
): Send {
  return async (exchange) => {
    const secrets = () => [...settings.secrets, ...credentials(), ...(exchange.secrets ?? [])];
    const reply = await send({ ...exchange, secrets: secrets() }).catch((error) => {
      throw error instanceof RequestError
        ? new RequestError(withoutSecrets(error.failure, secrets()), { cause: error.cause })
        : error;
    });
    if (reply.status < 300 && !isWebPage(reply) && !saysNo(reply)) {
      return reply;
    }
    const failure: Failure = {
      method: exchange.method,
      path: exchange.path,
      status: reply.status,
      outcome: outcomeOf(exchange, reply),
      said: explanation(reply, secrets(), exchange),
      ...defined({
        requestId: requestIdOf(reply),
        remedy: await remedyOf(exchange, reply, settings, { whoAmI, isAccepted }),
      }),
    };
    throw new RequestError(withoutSecrets(failure, secrets()));
  };
}

const longestId = 100;

function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  const { path, said, requestId, remedy } = failure;
  const cover = (text: string) => redact(text, secrets);
  return {
    ...failure,
    path: cover(path),
    said: cover(said),
    ...defined({
      requestId: requestId && cover(requestId).slice(0, longestId),
      remedy: remedy && cover(remedy),
    }),
  };
}

/** The gateway may have carried out a request although a proxy gave up or responded in its place. */
function outcomeOf({ method }: Exchange, reply: Reply): Outcome {
  const { status } = reply;
  const unclear = status === 408 || (status < 400 && method !== "GET" && !saysNo(reply));
  return (status >= 500 && status !== 501) || unclear ? "unknown" : "rejected";
}

/** This API never returns a web page. The page is from a proxy, or the URL is wrong. */
function isWebPage(reply: Reply): boolean {
  return reply.body !== undefined && (reply.headers["content-type"] ?? "").includes("text/html");
}

/** A 200 whose body reports a failure (API document, section "Budget": `success` in the PATCH response). */
function saysNo({ body }: Reply): boolean {
  return isJsonObject(body) && body.success === false;
}

function explanation(reply: Reply, secrets: readonly string[], { inProgram }: Exchange): string {
  const described = describeBody(reply.body, secrets, inProgram);
  if (saysNo(reply)) {
    return described || "success: false";
  }
  if (reply.status < 300) {
    return "a web page instead of JSON";
  }
  const location = reply.headers.location;
  if (reply.status < 400 && location !== undefined) {
    return `a redirect to ${URL.canParse(location) ? new URL(location).origin : "another path"}, which is not followed`;
  }
  const meaning = meanings[reply.status] ?? (reply.status >= 500 ? "the gateway failed" : undefined);
  return described || (meaning ?? "no explanation given");
}

/** From the API document, section "Errors". */
const meanings: Readonly<Record<number, string>> = {
  400: "invalid body, or unsupported API version",
  401: "missing, invalid or expired token",
  403: "the token lacks the scope, or the account lacks permission",
  404: "item not found",
  409: "conflict, such as a duplicate name",
};

/**
 * The gateway returns 400 for an unsupported version (API document, section "Versioning", item 5). It may
 * also return 404 or 410, as for anything else that no longer exists.
 */
function mayRefuseVersion({ status, body }: Reply, { apiVersion }: Settings): boolean {
  const isRefusal = status === 400 || status === 404 || status === 410;
  if (!isRefusal || apiVersion === undefined) {
    return false;
  }
  const said = describeBody(body);
  return said.includes(apiVersion) || /\b(un(supported|known)|invalid|api)[ -]versions?\b/i.test(said);
}

async function remedyOf(
  exchange: Exchange,
  reply: Reply,
  settings: Settings,
  token: { readonly whoAmI: () => Promise<string>; readonly isAccepted: () => boolean },
): Promise<string | undefined> {
  if (saysNo(reply)) {
    return undefined;
  }
  if (mayRefuseVersion(reply, settings)) {
    return `Set ${settings.named("apiVersion")} to a version that the gateway serves.`;
  }
  if (reply.status < 400) {
    return `Check ${settings.named("baseUrl")}.`;
  }
  if (reply.status === 401) {
    return remedyOfUnauthorized(exchange, settings, token.isAccepted() || saysExpired(reply));
  }
  return reply.status === 403 ? remedyOfForbidden(exchange, settings, token.whoAmI) : undefined;
}

/** Whether a 401 names expiry as its only cause (RFC 6750, 3.1). */
function saysExpired({ headers, body }: Reply): boolean {
  return /(?<!\bor )\bexpired\b/i.test(`${headers["www-authenticate"]} ${describeBody(body)}`);
}

/** `isExpired`: the token was valid before, but it has expired or was revoked. */
export function remedyOfUnauthorized({ auth }: Exchange, settings: Settings, isExpired = false): string {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `Set ${named("clientId")} and ${named("clientSecret")} to the app's credentials. ${named("appAuth")} determines how they are sent. ${configOfLastUp("clientSecret", settings)}`;
  }
  switch (credential.from) {
    case "accessToken":
      return isExpired
        ? `The token has expired or was revoked. Set ${named("accessToken")} to a new one. ${configOfLastUp("accessToken", settings)}`
        : `Set ${named("accessToken")} to a valid token. ${configOfLastUp("accessToken", settings)}`;
    case "service":
      return isExpired
        ? `The token has expired, and so has its replacement from ${named("tokenUrl")}. Run the command again. If the error persists, compare the clocks of the gateway and the token server.`
        : `The gateway rejects tokens from ${named("tokenUrl")}. Check that this is the gateway's own token URL.`;
    case "login":
      return `Run \`${loginLine(connection)}\` again.`;
  }
}

/** Explains why a corrected setting may have no effect: the engine stores a stack's config in its state. */
function configOfLastUp(key: SettingKey, { connection }: Settings): string {
  const { variable } = settingNames(key, connection);
  return `\`pulumi refresh\` and \`pulumi destroy\` use the config of the last \`up\`. The environment variable ${variable} always takes precedence.`;
}

export async function remedyOfForbidden(
  { auth, scope }: Exchange,
  settings: Settings,
  whoAmI: () => Promise<string>,
): Promise<string> {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `For this call, the owner of the app ${settings.clientId} needs permission in the workspace.`;
  }
  const [needed, all] = scope === undefined ? ["", "it"] : [`the scope ${scope} and `, "both"];
  const why = `This call needs ${needed}permission in the workspace. The token belongs to ${await whoAmI()}.`;
  switch (credential.from) {
    case "accessToken":
      return `${why} Set ${named("accessToken")} to a token that has ${all}.`;
    case "service":
      return `${why} Grant ${all} to the app ${credential.app.clientId}. ${named("scopes")} determines which scopes it requests.`;
    case "login":
      return `${why} Run \`${loginLine(connection)}\` as a user who has ${all}.`;
  }
}

const longestMessage = 300;

/** Longer messages are each cut to an equal share, so that all fields stay readable. */
const longestLine = 1000;

const mostMessages = 20;

/** The maximum number of characters of text to read. A secret may be cut off at this limit. */
const longestText = 16_384;

/**
 * The API does not document the shape of an error body (its section "Errors"). Secrets are masked first,
 * because a truncated or modified text could still contain part of a secret.
 */
export function describeBody(
  body: unknown,
  secrets: readonly string[] = [],
  inProgram: (field: string) => string = (field) => field,
): string {
  const all = [...new Set(new Reader(secrets, inProgram).messages(body))];
  const shown = all.length > mostMessages ? [...all.slice(0, mostMessages), "…"] : all;
  const separators = 2 * (shown.length - 1);
  const isLong = separators + shown.reduce((sum, { length }) => sum + length, 0) > longestLine;
  const share = isLong ? Math.floor((longestLine - separators) / shown.length) - 1 : longestMessage;
  return shown
    .map((message) => cut(message, share))
    .join("; ")
    .replace(/\.$/, "");
}

function quote(text: string): string {
  return cut(printable(text).replace(/\s+/g, " ").trim(), longestMessage);
}

function cut(line: string, longest: number): string {
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const messageKeys = [
  "message",
  "error_description",
  "detail",
  "error",
  "title",
  "errors",
  "details",
  "fieldErrors",
  "field_errors",
  "fields",
  "msg",
  "reason",
  "description",
  "issue",
  "defaultMessage",
];

/** Keys that validators use to name a field: as dotted text, a list of steps or a JSON pointer (RFC 6901). */
const placeKeys = [
  "path",
  "field",
  "param",
  "loc",
  "pointer",
  "property",
  "propertyPath",
  "instancePath",
  "parameter",
  "location",
];

/** Wrappers of a body's fields: FastAPI's `loc` begins with the first, JSON:API pointers with the others. */
const wrappers = ["body", "data", "attributes"];

/** Stops when it has enough text for one line, because a body may be long. */
class Reader {
  private read = 0;

  constructor(
    private readonly secrets: readonly string[],
    private readonly inProgram: (field: string) => string,
  ) {}

  /** `isWhole`: `body` is the entire response body. Recursion is safe: the depth of JSON is limited. */
  messages(body: unknown, isWhole = true): string[] {
    if (this.read >= longestText) {
      return [];
    }
    if (typeof body === "string") {
      this.read += body.length;
      return body === "" ? [] : [quote(withoutMarkup(this.cover(body)))];
    }
    if (Array.isArray(body)) {
      return this.each(body, (item) => this.messages(item, false));
    }
    return isJsonObject(body) ? this.messagesOf(body, isWhole) : [];
  }

  private each(items: readonly unknown[], messages: (item: unknown) => string[]): string[] {
    const found = items.slice(0, mostMessages).flatMap(messages);
    return items.length > mostMessages && found.length > 0 ? [...found, "…"] : found;
  }

  private messagesOf(body: JsonObject, isWhole: boolean): string[] {
    const place = placeOf(body, isWhole);
    const known = messageKeys.filter((key) => key in body);
    const others = Object.keys(body).filter((key) => !(known.includes(key) || placeKeys.includes(key)));
    const found = known.flatMap((key) => this.messages(body[key], false));
    for (const key of others) {
      const placed = this.placed(body[key]);
      const isField = known.length === 0 && placed.length === 0;
      found.push(...placed, ...(isField ? this.at(key, this.messages(body[key], false)) : []));
    }
    const told = found.slice(0, mostMessages + 1);
    return place === undefined || told.length === 0 ? told : this.at(place, [told.join("; ")]);
  }

  private placed(value: unknown): string[] {
    if (this.read >= longestText || typeof value !== "object" || value === null) {
      return [];
    }
    return isJsonObject(value) && placeOf(value, false) !== undefined
      ? this.messagesOf(value, false)
      : this.each(Object.values(value), (item) => this.placed(item));
  }

  private at(place: string, messages: readonly string[]): string[] {
    this.read += place.length;
    const [first = "", ...rest] = stepsOf(this.cover(place));
    const where = [first === "" ? first : this.inProgram(first), ...rest].join(".");
    return messages.map((message) => quote(where === "" ? message : `${where}: ${message}`));
  }

  private cover(text: string): string {
    return redact(text.slice(0, 4 * longestText), this.secrets, longestText);
  }
}

/** A `path` at the top level of a response is the path of the request, not a field. */
function placeOf(body: JsonObject, isWhole: boolean): string | undefined {
  const { source, reason, name } = body;
  const inSource = isJsonObject(source) ? (source.pointer ?? source.parameter) : undefined;
  const places = placeKeys.map((key) => body[key]).map((each) => (Array.isArray(each) ? joined(each) : each));
  const place = places.find((each) => typeof each === "string" && !(isWhole && each.startsWith("/")));
  // The `invalid-params` of RFC 7807 have a name and a reason.
  const named = reason === undefined ? undefined : name;
  return [place, inSource, named].find((each) => typeof each === "string");
}

const joined = (steps: readonly unknown[]) => steps.filter((step) => typeof step !== "object").join(".");

function stepsOf(place: string): string[] {
  const isPointer = /^#?(\/|$)/.test(place);
  const steps = isPointer
    ? place.replace(/^#?\/?/, "").split("/")
    : place
        .replace(/^\$/, "")
        .replace(/\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g, ".$1$2$3")
        .replace(/^\./, "")
        .split(".");
  while (steps.length > 1 && wrappers.includes(steps[0] ?? "")) {
    steps.shift();
  }
  return steps;
}

function withoutMarkup(text: string): string {
  if (!/^\s*</.test(text)) {
    return text;
  }
  // Each replacement scans only its own part, because a long page without end tags would otherwise take
  // quadratic time.
  const [before = "", ...parts] = text.split(/<(?=style\b|script\b)/i);
  const rests = parts.map((part) => part.replace(/^[\s\S]*?(?:<\/(?:style|script)>|$)/i, ""));
  return [before, ...rests].join(" ").replace(/<[^<>]*>/g, " ");
}
