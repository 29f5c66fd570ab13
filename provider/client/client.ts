import type { Io } from "../io/io.js";
import type { JsonObject } from "../text/json.js";
import { printable } from "../text/printable.js";
import { redact } from "../text/redact.js";
import { itemOf, listOf, type Rows } from "./answers.js";
import { Cost } from "./cost.js";
import { DeleteScopes } from "./delete-scopes.js";
import { attended } from "./http/attended.js";
import { checked } from "./http/checked.js";
import { describeBody, GatewayError, hasStatus, isAnswer } from "./http/errors.js";
import type { Exchange, Reply, Send } from "./http/exchange.js";
import { type Holder, missing } from "./http/holder.js";
import { Patience } from "./http/patience.js";
import { retried } from "./http/retry.js";
import { transport } from "./http/transport.js";
import { versioned } from "./http/version.js";
import { Limiter } from "./limits/limiter.js";
import { serverNow } from "./limits/rate-headers.js";
import { collectionKey, Lists } from "./lists.js";
import { appSecrets } from "./settings/app.js";
import type { Settings } from "./settings/settings.js";
import { asApp } from "./sign-in/as-app.js";
import { type Auth, authorized } from "./sign-in/auth.js";
import { authFor } from "./sign-in/auth-for.js";

/** Longer lines are for nobody. */
const longestLine = 65_536;

/** The one door to a gateway: every request of this process and connection goes through `send`. */
export class Client {
  readonly send: Send;
  readonly lists = new Lists();
  readonly deleteScopes: DeleteScopes;
  readonly cost = new Cost(() => this.deleteScopes.advice);
  private readonly identify: Send;
  private readonly secretValues = new Set<string>();
  private readonly secrets: () => string[];
  private user: Promise<JsonObject> | undefined;
  /** How far the server's clock is ahead of ours, by its last answer. */
  private clockSkew = 0;

  constructor(
    readonly settings: Settings,
    readonly io: Io,
    wire: Send = transport(settings),
    auth: Auth = authFor(settings, io),
  ) {
    this.deleteScopes = new DeleteScopes(settings);
    const counted = this.cost.inside(attended(wire, io));
    const timed: Send = async (exchange) => this.noteClock(await counted(exchange));
    const limiter = new Limiter(settings, io, (wait) => this.cost.wait(wait));
    const patience = new Patience(io);
    const sent = asApp(
      retried(versioned(patience.outside(limiter.wrap(patience.inside(timed))), settings), settings, io),
      settings,
    );
    const open = this.cost.outside(authorized(sent, auth));
    this.secrets = () => [
      ...settings.secrets,
      ...auth.secrets(),
      ...appSecrets(settings),
      ...this.secretValues,
    ];
    this.identify = checked(open, settings, async () => "an account that could not be read", this.secrets);
    this.send = checked(open, settings, () => this.describeAccount(), this.secrets);
  }

  /** Keeps a value out of every message from now on: the gateway has it, and may name it in any answer. */
  keepSecret(value: string): void {
    this.secretValues.add(value);
  }

  /** A line for people, without any secret of this connection and without anything that a terminal would act on. */
  cover(line: string): string {
    return printable(redact(line.slice(0, longestLine), this.secrets(), longestLine));
  }

  /** One line of what the gateway says of an object, likewise. */
  describe(body: unknown): string {
    return describeBody(body, this.secrets());
  }

  /** The account behind the token (api.md, "User"), asked for once, also if the answer is an error. */
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

  /** A list, fresh from the gateway. */
  async rows(exchange: Exchange): Promise<Rows> {
    const reply = await this.send(exchange).catch((error) => this.explainMissing(exchange, error));
    return listOf(reply) ?? this.noList(exchange, reply);
  }

  /** The time on the server's clock when ours shows `localTime`. */
  serverTime(localTime: number): number {
    return localTime + this.clockSkew;
  }

  private noteClock(reply: Reply): Reply {
    this.clockSkew = serverNow(reply.headers, this.io) - this.io.now();
    return reply;
  }

  /** All objects of a holder's sort that the account sees. */
  holders({ list, scope }: Holder): Promise<Rows> {
    return this.lists.read(collectionKey(list), () => this.rows({ method: "GET", path: list, scope }));
  }

  /** Whether the account sees a holder, by the list of all; undefined if that cannot be told. */
  async sees(holder: Holder): Promise<boolean | undefined> {
    return this.isAmong(await this.triedHolders(holder), holder);
  }

  private isAmong(all: Rows | GatewayError, { id }: Holder): boolean | undefined {
    if (all instanceof GatewayError) {
      return undefined;
    }
    const seen = this.lists.row(all, id) !== undefined;
    return seen || all.complete ? seen : undefined;
  }

  private async triedHolders(holder: Holder): Promise<Rows | GatewayError> {
    try {
      return await this.holders(holder);
    } catch (error) {
      return error instanceof GatewayError ? error : Promise.reject(error);
    }
  }

  /** Says of a 404 what is missing: a list that is not there is no empty list, but at the wrong server or workspace. */
  async explainMissing(exchange: Exchange, error: unknown): Promise<never> {
    throw hasStatus(error, 404)
      ? new GatewayError({ ...error.failure, remedy: await this.whatIsMissing(exchange) }, { cause: error })
      : error;
  }

  private async whatIsMissing({ within }: Exchange): Promise<string> {
    if (within === undefined) {
      return this.askForBaseUrl();
    }
    const all = await this.triedHolders(within);
    switch (hasStatus(all, 404) || this.isAmong(all, within)) {
      case true:
        return this.askForBaseUrl();
      case false:
        return missing(within);
      case undefined:
        return `Does the ${within.what} ${within.id} exist? ${this.askForBaseUrl()}`;
    }
  }

  private askForBaseUrl(): string {
    return `Is ${this.settings.named("baseUrl")} the management API of the gateway?`;
  }

  private noList({ method, path }: Exchange, { status }: Reply): never {
    throw new GatewayError({
      method,
      path,
      status,
      outcome: "rejected",
      said: "no list of objects",
      remedy: this.askForBaseUrl(),
    });
  }

  private async describeAccount(): Promise<string> {
    try {
      const { id, email } = await this.account();
      return `account ${String(id)} (${String(email)})`;
    } catch (error) {
      if (hasStatus(error, 401, 403)) {
        return "an account that it may not read (no scope profile:read)";
      }
      return error instanceof GatewayError ? "an account that could not be read" : Promise.reject(error);
    }
  }
}
