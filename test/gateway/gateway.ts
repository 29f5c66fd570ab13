import type { DatabaseSync } from "node:sqlite";
import type { Account, Credentials } from "./auth/accounts.ts";
import type { Faults } from "./faults/faults.ts";
import type { RateLimit } from "./http/limiter.ts";
import type { Row } from "./json.ts";
import type { RequestLog } from "./log.ts";
import type { Seed } from "./seed.ts";
import type { Variants } from "./variants.ts";

/** How to start a gateway; everything has a default. */
export interface GatewayOptions {
  /** 0 takes a free one. */
  port?: number;
  /** A file, or `:memory:`. */
  db?: string;
  variants?: Partial<Variants>;
  rateLimit?: RateLimit;
  /** Added to every request. */
  latencyMs?: number;
  /** Requests in flight beyond this number get 429. */
  maxConcurrent?: number;
  /** Usernames of people who are members of each new workspace, which the API cannot add. */
  members?: readonly string[];
  /** Fetches the pages of the sites that indexes crawl; Node's own by default. */
  fetch?: typeof fetch;
  /** Whether it keeps the process alive: true by default. */
  keepsAlive?: boolean;
}

export interface TokenWish {
  /** A username or an account id; `owner` by default. */
  user?: string;
  /** All by default. */
  scopes?: string[];
  /** Never by default; 0 or less makes a token that has expired. */
  expiresInSeconds?: number;
  /** The token itself, when it must be this one. */
  value?: string;
}

export interface AppRegistration {
  name: string;
  /** A username or an account id; `owner` by default. */
  owner?: string;
  redirectUris?: string[];
  /** All by default. */
  scopes?: string[];
}

export interface Gateway {
  readonly origin: string;
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** An app of `owner`, for the service flow and for gate-token. */
  readonly app: Credentials;
  /** Registers another app, of `owner` unless told otherwise. */
  registerApp(wish: AppRegistration): Credentials;
  token(wish?: TokenWish): string;
  /** The same bearer token of `owner` on every start with this database file. */
  standingToken(): string;
  revoke(token: string): void;
  account(user: string): Account;
  readonly variants: Variants;
  rateLimit: RateLimit;
  latencyMs: number;
  readonly log: Pick<RequestLog, "entries" | "clear">;
  readonly faults: Pick<Faults, "add" | "clear" | "book">;
  readonly db: DatabaseSync;
  rows(table: string): Row[];
  /** A request as the owner with all scopes: past tokens, limits, faults and the log, in the plain answer shapes. */
  console(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  readonly seed: Seed;
  /** Resolves once no index is being crawled. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
