import {
  appSecrets,
  authFor,
  authorized,
  collectionKey,
  describeBody,
  type Exchange,
  fillPath,
  holdsKinds,
  howMany,
  idOf,
  isJsonObject,
  isRefused,
  isUnknown,
  itemOf,
  type Json,
  type JsonObject,
  type Kind,
  listOf,
  nounOf,
  Renewing,
  type Reply,
  RequestError,
  type Rows,
  refusalOf,
  retried,
  type Send,
  type Settings,
  SettingsError,
  systemIo,
  titleOf,
  traced,
  transport,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { scopesOfLife, scopesOfStep } from "../review/facts/notes.js";
import { resourcesOf } from "../review/facts/resources.js";
import type { Plan, Step } from "../review/plan/plan.js";
import type { StackResource, StackState } from "../stack/stack-state.js";
import { shortList } from "../text/words.js";
import { NotKnown } from "./facts.js";

type Contact = { readonly reply: Reply } | { readonly failure: RequestError | SettingsError };

/** The token's account (API section "User"). Every token should be able to read it. */
export const whoAmI: Exchange = { method: "GET", path: "/user", scope: "profile:read" };

/** Shortens the timeouts (in milliseconds), because a user is waiting. */
function hasty(settings: Settings): Settings {
  const { requestTimeout, retryBudget, maxWait } = settings;
  return {
    ...settings,
    requestTimeout: Math.min(requestTimeout, 10_000),
    retryBudget: Math.min(retryBudget, 3_000),
    maxWait: Math.min(maxWait, 3_000),
  };
}

/** Sends no credential, and returns error responses like any other response. */
function plainly(settings: Settings): Send {
  return retried(traced(transport(settings), systemIo), settings, systemIo);
}

async function contact(send: Send, exchange: Exchange): Promise<Contact> {
  try {
    return { reply: await send(exchange) };
  } catch (error) {
    if (error instanceof RequestError || error instanceof SettingsError) {
      return { failure: error };
    }
    throw error;
  }
}

export function unauthenticatedProbe(settings: Settings): Promise<Contact> {
  return contact(plainly(hasty(settings)), whoAmI);
}

export type SignedIn = Awaited<ReturnType<typeof signedInTo>>;

export async function signedInTo(settings: Settings) {
  const place = hasty(settings);
  const auth = authFor(place, systemIo);
  const plain = plainly(place);
  let last: Reply | undefined;
  const send = authorized(async (exchange) => {
    last = await plain(exchange);
    return last;
  }, auth);
  const version = settings.apiVersion;
  // The header that pins a version (API section "Versioning", 2).
  const pinning = (exchange: Exchange): Exchange =>
    version === undefined
      ? exchange
      : { ...exchange, headers: { ...exchange.headers, "service-api-version": version } };
  const pinned = await contact(send, pinning(whoAmI));
  const isRefused = version !== undefined && "reply" in pinned && pinned.reply.status === 400;
  return {
    pinned,
    /** The response that all other checks use, even if the gateway rejects the pinned version. */
    greeting: isRefused ? await contact(send, whoAmI) : pinned,
    lists: new ListReader((exchange) => send(isRefused ? exchange : pinning(exchange))),
    latest: () => last, // contains the current rate limit
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    /** Values that a response may repeat and that findings must not show. */
    secrets: [...settings.secrets, ...auth.secrets(), ...appSecrets(settings)],
  };
}

class ListReader {
  private readonly answers = new Map<string, Promise<Contact>>();

  constructor(private readonly send: Send) {}

  async answer({ endpoints, fields, scope }: Kind, holder?: string): Promise<Contact> {
    const { list = "", parent, scoped } = endpoints;
    const key = collectionKey(list, holder);
    const isInside = parent !== undefined && holder !== undefined;
    const path = isInside ? fillPath(list, { [parent.field]: holder }) : list;
    const query = isInside && scoped ? { [fields.get(parent.field)?.sendAs ?? ""]: holder } : {};
    const request = { method: "GET", scope: `${scope}:read`, path, query } as const;
    const answer = this.answers.get(key) ?? contact(this.send, request);
    this.answers.set(key, answer);
    return answer;
  }

  /** Undefined if the gateway does not list all objects. */
  async rows(kind: Kind, holder?: string): Promise<Rows["rows"] | undefined> {
    const answer = await this.answer(kind, holder);
    const list = "reply" in answer && answer.reply.status < 300 ? listOf(answer.reply) : undefined;
    return list?.complete ? list.rows : undefined;
  }
}

/** Undefined if the token is valid but may not read its account. */
export function accountOf({ greeting }: SignedIn): JsonObject | undefined {
  if ("failure" in greeting) {
    const { failure } = greeting;
    const isOfSignIn = failure instanceof RequestError && failure.failure.signIn === true;
    throw new NotKnown(isOfSignIn ? "there is no token" : "the gateway did not respond");
  }
  const refusal = { 401: "the token is rejected", 429: "the rate limit is exhausted" }[greeting.reply.status];
  if (refusal !== undefined) {
    throw new NotKnown(refusal);
  }
  return accountIn(greeting.reply);
}

export function accountIn(reply: Reply): JsonObject | undefined {
  const account = reply.status < 300 ? itemOf(reply) : undefined;
  return typeof account?.id === "string" || typeof account?.id === "number" ? account : undefined;
}

/** Throws unless a management API seems to have responded. Nothing else may receive a credential. */
export function assertApi(probe: Contact): void {
  if ("failure" in probe) {
    throw new NotKnown("the gateway cannot be reached");
  }
  const { status } = probe.reply;
  if (status >= 500) {
    throw new NotKnown(`the gateway responds with ${status}`);
  }
  if (wrongAnswer(probe.reply) !== undefined) {
    throw new NotKnown("no management API was found");
  }
}

/** The reason why a response is not from a management API. The text follows the address in messages. */
export function wrongAnswer(reply: Reply): string | undefined {
  const { status, headers, body } = reply;
  if (status >= 300 && status < 400) {
    const { location = "" } = headers;
    const target = URL.canParse(location) ? new URL(location).origin : "another path";
    return `responds with ${status}, a redirect to ${target}. Redirects are never followed.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `responds to GET /user with ${status}, so it is not a management API: ${reasonOf(reply)}.`;
  }
  if (status === 407) {
    return "responds with 407: a proxy in front of the gateway requires its own credentials.";
  }
  if (status >= 300 || accountIn(reply) !== undefined) {
    return undefined;
  }
  return body !== undefined && (headers["content-type"] ?? "").includes("text/html")
    ? "responds with a web page, possibly from a proxy, a portal, or the console."
    : "responds to GET /user without requiring a token, so it is not a management API.";
}

export function reasonOf({ body }: Reply, secrets?: readonly string[]): string {
  return describeBody(body, secrets) || "no reason given";
}

export type Workload = ReturnType<typeof workOf>;

export interface Use {
  readonly kind: Kind;
  readonly connection: string | undefined;
  /** The explicit provider, which has its own settings. */
  readonly provider: string | undefined;
  readonly external: boolean;
  readonly workspace: string | undefined;
  readonly step?: Step;
}

export function usesOf(kinds: readonly Kind[], plan: Plan | undefined, state: StackState | undefined): Use[] {
  const known = (value: Json | undefined) =>
    typeof value === "string" && !isUnknown(value) ? value : undefined;
  const placeOf = (kind: Kind, inputs: Values) => ({
    kind,
    connection: known(inputs.connection),
    workspace: known(inputs[kind.endpoints.parent?.field ?? ""]),
  });
  if (plan === undefined) {
    const resources = state?.resources ?? [];
    return resources.map(({ kind, inputs, ...rest }) => ({
      ...placeOf(kind, inputs),
      ...{ provider: rest.provider, external: rest.external },
    }));
  }
  return plan.steps.flatMap((step) => {
    const kind = kinds.find(({ name }) => name === step.kind);
    const { inputs = {} } = step.after ?? step.before ?? {};
    const external = step.operation === "read";
    return kind === undefined ? [] : [{ ...placeOf(kind, inputs), provider: step.provider, external, step }];
  });
}

/** Without a preview, no scope is certain to be needed. */
export function workOf(kinds: readonly Kind[], uses: readonly Use[]) {
  const steps = uses.flatMap(({ step }) => step ?? []);
  const planned = resourcesOf(
    { steps, optionChanges: [], isWhole: true, isRefreshed: false, errors: [], warnings: [] },
    kinds,
  );
  const all = uses.length === 0 ? kinds.map((kind) => ({ kind, external: false, step: undefined })) : uses;
  const sure = uses.flatMap(({ kind, step }) =>
    step === undefined ? [] : scopesOfStep(step, kind, planned),
  );
  const possible = all
    .flatMap(({ kind, external }) =>
      scopesOfLife(kind, kinds).filter(({ scope }) => !external || scope === `${kind.scope}:read`),
    )
    .map((each) => ({ ...each, sure: false }));
  const byApp = all.filter(({ kind }) => kind.endpoints.auth === "app");
  return {
    from: uses.length === 0 ? "all kinds" : steps.length === 0 ? "stack" : "plan",
    uses,
    planned,
    scopes: Map.groupBy([...sure, ...possible], ({ scope }) => scope),
    /** Kinds that require the app's own credentials, both in a preview and when an object is created. */
    app: {
      kinds: [...new Set(byApp.map(({ kind }) => kind))],
      sure: uses.length > 0 && byApp.some(({ step }) => step?.operation !== "delete"),
    },
  };
}

/** A string is the reason why the grant is unknown. */
export type Grant = boolean | string;

interface AccessInput {
  readonly session: SignedIn;
  readonly account: JsonObject | undefined;
  readonly work: Workload;
  readonly kinds: readonly Kind[];
}

/** For a plain token, whose permissions are not otherwise known, uses trial reads. */
export async function accessOf(input: AccessInput): Promise<ReadonlyMap<string, Grant>> {
  const needed = [...input.work.scopes.keys()];
  const { scopes } = input.session;
  if (scopes !== undefined) {
    return new Map(needed.map((scope) => [scope, scopes.includes(scope)]));
  }
  const workspace = await workspaceToRead(input);
  const grants = needed.map(async (scope) => [scope, await grantOf(scope, workspace, input)] as const);
  return new Map(await Promise.all(grants));
}

async function grantOf(scope: string, workspace: string | undefined, input: AccessInput): Promise<Grant> {
  const { session, account, kinds } = input;
  if (scope === "profile:read") {
    return account !== undefined;
  }
  if (!scope.endsWith(":read")) {
    return "the gateway does not report the scopes of this token, and only a write would reveal them";
  }
  const kind = kinds.find((each) => `${each.scope}:read` === scope && each.endpoints.list !== undefined);
  const isInside = kind?.endpoints.parent !== undefined;
  if (kind === undefined || (isInside && workspace === undefined)) {
    return "there is no workspace to check";
  }
  const answer = await session.lists.answer(kind, isInside ? workspace : undefined);
  const status = "reply" in answer ? answer.reply.status : undefined;
  if (status === undefined) {
    return "the gateway did not respond to a trial read";
  }
  return status < 300 || (status === 403 ? false : `the gateway responds with ${status} to a trial read`);
}

async function workspaceToRead({ session, work, kinds }: AccessInput): Promise<string | undefined> {
  const holder = kinds.find((kind) => holdsKinds(kind, kinds));
  const rows = holder === undefined ? [] : await session.lists.rows(holder);
  const seen = (rows ?? []).flatMap((row) => idOf(row) ?? []);
  const used = work.uses.flatMap(({ workspace }) => workspace ?? []);
  return used.find((id) => seen.includes(id)) ?? used[0] ?? seen[0];
}

/** Unmanaged objects, and objects that the stack releases without deleting. Lists are read only for names. */
export async function leftAfterDestroy(
  holder: StackResource,
  { stats }: JsonObject,
  resources: readonly StackResource[],
  kinds: readonly Kind[],
  lists: SignedIn["lists"],
): Promise<string[]> {
  const counts = Object.entries(holder.kind.guard?.counts ?? {});
  const all = counts.map(async ([list, stat]) => {
    const kind = kinds.find(({ endpoints }) => endpoints.list === list);
    const count = isJsonObject(stats) ? Number(stats[stat] ?? 0) : 0;
    if (kind === undefined) {
      return [];
    }
    const refused = refusalOf(kind);
    const deleted = resources.filter((each) => each.kind.name === kind.name && isDeletedFrom(holder, each));
    const left = count - (refused === undefined ? 0 : 1) - deleted.length;
    if (left <= 0) {
      return [];
    }
    const rows = ((await lists.rows(kind, holder.id)) ?? []).filter(
      (row) =>
        !deleted.some(({ id }) => id === idOf(row)) && (refused === undefined || !isRefused(row, refused)),
    );
    const names = rows.map((row) => titleOf(kind, row));
    return [[howMany(left, nounOf(kind)), ...(names.length === 0 ? [] : [shortList(names)])].join(": ")];
  });
  return (await Promise.all(all)).flat();
}

function isDeletedFrom(holder: StackResource, resource: StackResource): boolean {
  const { kind, inputs, external, deletedWith, retainOnDelete } = resource;
  const { source, endpoints } = kind;
  const isIn = inputs[endpoints.parent?.field ?? ""] === holder.id && !external;
  const isKept = source.how === "adopted" && (inputs.onDestroy ?? source.onDestroy[0]) === "keep";
  return isIn && !isKept && retainOnDelete !== true && deletedWith !== holder.urn;
}
