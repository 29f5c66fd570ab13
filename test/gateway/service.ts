import { openAccounts, openApps } from "./auth/accounts.ts";
import { openTokens } from "./auth/tokens.ts";
import { createClock } from "./clock.ts";
import { createCrawls } from "./crawls.ts";
import { createFaults } from "./faults/faults.ts";
import { createLimiter, type RateLimit } from "./http/limiter.ts";
import { createLog } from "./log.ts";
import { openStore } from "./store/store.ts";
import { createVault } from "./store/vault.ts";
import { defaultVariants, type Variants } from "./variants.ts";

/** Settings that can change while the gateway runs. */
export interface Settings {
  rateLimit: RateLimit;
  latencyMs: number;
  /** The maximum number of concurrent requests. Others receive 429. */
  maxConcurrent: number;
  /** Usernames to add to each new workspace, which the API cannot do. */
  members: readonly string[];
}

export type Service = ReturnType<typeof createService>;

/** High enough to have no effect by default (the API's section "Limits": numbers are not shown). */
const RATE_LIMIT = { limit: 100_000, windowSeconds: 60 };

/** Creates everything that a running gateway owns, without listening yet. */
export function createService(
  db: string,
  { tables, scopes }: { tables: Parameters<typeof openStore>[1]; scopes: readonly string[] },
  variants: Partial<Variants> = {},
  settings: Partial<Settings> = {},
) {
  const all = { ...defaultVariants(), ...variants };
  const clock = createClock(all);
  const store = openStore(db, tables);
  const vault = createVault(db);
  const plain: Settings = {
    rateLimit: { ...RATE_LIMIT },
    latencyMs: 0,
    maxConcurrent: Infinity,
    members: [],
  };
  return {
    scopes,
    settings: { ...plain, ...settings },
    variants: all,
    clock,
    vault,
    store,
    accounts: openAccounts(store, clock, all),
    apps: openApps(store, clock, vault, scopes),
    tokens: openTokens(store, clock),
    crawls: createCrawls(store, clock, all),
    limiter: createLimiter(),
    faults: createFaults(),
    log: createLog(),
    /** Aborted when the gateway closes, which ends all waits. */
    closing: new AbortController(),
    /** The server's origin. Empty until it listens. */
    origin: "",
  };
}
