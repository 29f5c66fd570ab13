import type { Io } from "../io/io.js";
import { shortHash } from "../spec/compare.js";
import type { Values } from "../spec/values.js";
import { defined, type Json, type JsonObject } from "../text/json.js";
import { redact } from "../text/redact.js";
import { printable } from "../text/words.js";
import { checked, describeBody } from "./checked.js";
import {
  asResult,
  type Exchange,
  type Holder,
  hasStatus,
  idOf,
  isAnswer,
  itemOf,
  type Listing,
  listOf,
  missing,
  numberIn,
  queryOf,
  type Reply,
  RequestError,
  type Rows,
  type Send,
  unlessAnswer,
} from "./exchange.js";
import { Limiter, retried, serverNow } from "./limits.js";
import {
  collectionKey,
  everyRow,
  Lists,
  NextLists,
  type Page,
  PageBound,
  Paging,
  type ReadPage,
} from "./lists.js";
import type { Settings } from "./settings.js";
import { type Auth, appSecrets, asApp, authFor, authorized } from "./sign-in.js";
import { engineAlive, traced, transport, versioned } from "./transport.js";

export class Cost {
  /** Requests by callers, without retries. */
  asked = 0;
  /** Requests sent, including retries. */
  sent = 0;
  /** Milliseconds during which no request could start because of a rate limit. */
  waited = 0;

  get line(): string | undefined {
    if (this.sent === 0) {
      return undefined;
    }
    const repeated = this.sent - this.asked;
    return [
      `${this.sent} ${this.sent === 1 ? "request" : "requests"} to the gateway`,
      ...(repeated > 0 ? [`${repeated} of them repeated`] : []),
      ...(this.waited > 0 ? [`${Math.ceil(this.waited / 1000)} s spent waiting for the rate limit`] : []),
    ].join(", ");
  }
}

/** See the API document, section "Metrics". */
export const metricsPlace = { path: "/metrics", scope: "usage:read" } as const;

const metricsPerPage = 100;

/** The latest date in ECMA-262 (21.4.1.1), in the year 275760. A gateway's clock may show a later date. */
const latestDate = 8.64e15;

/** `cover` truncates lines to this length. */
const longestLine = 65_536;

/** All requests that this process sends over a connection go through that connection's client. */
export class Client {
  /** The gateway's address, as stored in the state. */
  readonly address: string;
  /** A short hash of the gateway's address. Two connections to the same address have the same mark. */
  readonly mark: string;
  /** The mark of the gateway's former address, if it has moved. */
  readonly firstMark: string;
  readonly send: Send;
  readonly lists = new Lists();
  readonly nextLists = new NextLists();
  readonly cost = new Cost();
  private readonly pageBound = new PageBound();
  private readonly paging = new Paging();
  private readonly identify: Send;
  private readonly secretValues = new Set<string>();
  private readonly secrets: () => string[];
  private user: Promise<JsonObject> | undefined;
  /** Milliseconds by which the server's clock is ahead of ours, based on the last response with a date. */
  private clockSkew = 0;
  private isAccepted = false;

  constructor(
    readonly settings: Settings,
    readonly io: Io,
    wire: Send = transport(settings),
    auth: Auth = authFor(settings, io),
  ) {
    this.address = new URL(settings.baseUrl).href;
    this.mark = shortHash(this.address);
    this.firstMark =
      settings.movedFrom === undefined ? this.mark : shortHash(new URL(settings.movedFrom).href);
    const alive = engineAlive(traced(wire, io), io);
    const noted: Send = async (exchange) => {
      this.cost.sent++;
      return this.note(exchange, await alive(exchange));
    };
    const countWait = (wait: number) => {
      this.cost.waited += wait;
    };
    const limiter = new Limiter(settings, io, countWait, () => this.secrets());
    // The token is read when a request is sent, because a request may wait longer than a token is valid.
    const limited = limiter.wrap(authorized(noted, auth));
    const repeated = asApp(retried(versioned(limited, settings), settings, io), settings);
    const unchecked: Send = (exchange) => {
      this.cost.asked++;
      return repeated(exchange);
    };
    this.secrets = () => [
      ...settings.secrets,
      ...auth.secrets(),
      ...appSecrets(settings),
      ...this.secretValues,
    ];
    const check = (whoAmI: () => Promise<string>) =>
      checked(unchecked, settings, whoAmI, this.secrets, () => this.isAccepted);
    this.identify = check(async () => "an account that could not be read");
    this.send = check(() => this.describeAccount());
  }

  /** Masks this value in all messages from now on. The gateway knows it, so any response may repeat it. */
  keepSecret(value: string): void {
    this.secretValues.add(value);
  }

  cover(line: string): string {
    return printable(redact(line.slice(0, longestLine), this.secrets(), longestLine));
  }

  /** Masks secrets in a text of any length. */
  withoutSecrets(text: string): string {
    return redact(text, this.secrets());
  }

  describe(body: unknown): string {
    return describeBody(body, this.secrets());
  }

  /** The account behind the token (API document, section "User"). Failures are also cached. */
  account(): Promise<JsonObject> {
    this.user ??= this.identify({ method: "GET", path: "/user", scope: "profile:read" }).then(
      (reply) => itemOf(reply) ?? {},
      (error) => {
        if (!isAnswer(error)) {
          this.user = undefined;
        }
        throw error;
      },
    );
    return this.user;
  }

  async item(exchange: Exchange): Promise<JsonObject | undefined> {
    return itemOf(await this.send(exchange));
  }

  /** Reads all pages of a list from the gateway, never from a cache. */
  async rows(exchange: Exchange): Promise<Rows> {
    const reply = await this.send(exchange).catch((error) => this.explainMissing(exchange, error));
    return this.paging.whole(this.listing(exchange, reply), async (parameters) => {
      const asked = { ...exchange, query: { ...exchange.query, ...parameters } };
      const answer = await this.send(asked).catch(unlessAnswer);
      return answer && this.listing(asked, answer);
    });
  }

  private listing(exchange: Exchange, reply: Reply): Listing {
    const list = listOf(reply) ?? this.refuseAnswer(exchange, reply, "the response is not a list of objects");
    return list.rows.every((row) => idOf(row) !== undefined)
      ? list
      : this.refuseAnswer(
          exchange,
          reply,
          "the response contains an object without an id",
          "Until every object has an id, no object can be reported as deleted. Find this object, and contact the gateway's operators. ",
        );
  }

  /** Ends now or at an earlier `endDate`. Throws if the gateway does not send all matching requests. */
  async *metricRows(
    { endDate, ...filter }: Values,
    {
      limit = metricsPerPage,
      onRows,
    }: { readonly limit?: number | undefined; onRows?(rows: number): void } = {},
  ): AsyncGenerator<JsonObject, void> {
    const pinned = { ...filter, endDate: await this.lastMoment(endDate) };
    let rows = 0;
    const read: ReadPage = (page, size) => {
      onRows?.(rows);
      const send = (fewer: number) => this.metricPage({ ...pinned, page, limit: fewer });
      return page === 1 ? this.pageBound.settled(size, send) : send(this.pageBound.within(size));
    };
    for await (const row of everyRow(read, limit)) {
      rows++;
      yield row;
    }
    onRows?.(rows);
  }

  private async metricPage(query: Values & { readonly limit: number }): Promise<Page> {
    const exchange: Exchange = { method: "GET", ...metricsPlace, query: queryOf(query) };
    const reply = await this.send(exchange);
    const { rows, total } =
      listOf(reply) ?? this.refuseAnswer(exchange, reply, "the response is not a list of objects");
    const counts = defined({ total, pages: numberIn(reply.body, "total_pages") });
    return { rows, limit: numberIn(reply.body, "limit") ?? query.limit, ...counts };
  }

  /** Later rows would shift the pages. The gateway's time is in whole seconds, so this second is included. */
  private async lastMoment(endDate: Json | undefined): Promise<Json> {
    // Any response contains the gateway's time, even a rejection. The account is read only once.
    await this.account().catch(unlessAnswer);
    const now = Math.min(this.serverTime(this.io.now()) + 1000, latestDate);
    return endDate !== undefined && Date.parse(String(endDate)) <= now
      ? endDate
      : new Date(now).toISOString();
  }

  serverTime(localTime: number): number {
    return localTime + this.clockSkew;
  }

  private note({ auth }: Exchange, reply: Reply): Reply {
    this.isAccepted ||= reply.status < 300 && auth === undefined;
    if (!Number.isNaN(Date.parse(reply.headers.date ?? ""))) {
      this.clockSkew = serverNow(reply.headers, this.io) - this.io.now();
    }
    return reply;
  }

  /** All objects of the holder's kind that the account can see, for example all workspaces. */
  holders({ list, scope }: Holder): Promise<Rows> {
    return this.lists.read(collectionKey(list), () => this.rows({ method: "GET", path: list, scope }));
  }

  /** Undefined if the list of all holders could not be read or was truncated. */
  async sees(holder: Holder): Promise<boolean | undefined> {
    return this.isAmong(await this.holders(holder).catch(asResult), holder);
  }

  private isAmong(all: Rows | RequestError, { id }: Holder): boolean | undefined {
    if (all instanceof RequestError) {
      return undefined;
    }
    const seen = this.lists.row(all, id) !== undefined;
    return seen || all.complete ? seen : undefined;
  }

  /** A 404 never means an empty list: the base URL is wrong, or the workspace does not exist. */
  async explainMissing(exchange: Exchange, error: unknown): Promise<never> {
    throw hasStatus(error, 404) && error.failure.remedy === undefined
      ? new RequestError({ ...error.failure, remedy: await this.whatIsMissing(exchange) }, { cause: error })
      : error;
  }

  private async whatIsMissing({ within }: Exchange): Promise<string> {
    if (within === undefined) {
      return this.askForBaseUrl();
    }
    const all = await this.holders(within).catch(asResult);
    switch (hasStatus(all, 404) || this.isAmong(all, within)) {
      case true:
        return this.askForBaseUrl();
      case false:
        return missing(within);
      case undefined:
        return `Check that the ${within.what} ${within.id} exists. ${this.askForBaseUrl()}`;
    }
  }

  private askForBaseUrl(): string {
    return `Check that ${this.settings.named("baseUrl")} is the URL of the gateway's management API.`;
  }

  private refuseAnswer({ method, path }: Exchange, { status }: Reply, said: string, advice = ""): never {
    throw new RequestError({
      method,
      path,
      status,
      outcome: "rejected",
      said,
      remedy: `${advice}${this.askForBaseUrl()}`,
    });
  }

  private async describeAccount(): Promise<string> {
    try {
      const { id, email } = await this.account();
      return `account ${String(id)} (${String(email)})`;
    } catch (error) {
      if (hasStatus(error, 401, 403)) {
        return "an account that the token cannot read (the scope profile:read is missing)";
      }
      return error instanceof RequestError ? "an account that could not be read" : Promise.reject(error);
    }
  }
}
