import { type Accounts, openAccounts } from "./auth/accounts.ts";
import { type Apps, openApps } from "./auth/apps.ts";
import { openTokens, type Tokens } from "./auth/tokens.ts";
import { type Clock, createClock } from "./clock.ts";
import { type Crawls, createCrawls } from "./crawl/crawls.ts";
import { createFaults, type Faults } from "./faults/faults.ts";
import { createLimiter, type Limiter, type RateLimit } from "./http/limiter.ts";
import { createLog, type RequestLog } from "./log.ts";
import { openStore, type Store } from "./store/store.ts";
import { createVault, type Vault } from "./store/vault.ts";
import { defaultVariants, type Variants } from "./variants.ts";

/** What may be changed while the gateway runs. */
export interface Settings {
  rateLimit: RateLimit;
  latencyMs: number;
  /** Requests in flight beyond this number get 429. */
  maxConcurrent: number;
}

/** Everything that one running gateway owns. */
export interface Service {
  settings: Settings;
  variants: Variants;
  clock: Clock;
  vault: Vault;
  store: Store;
  accounts: Accounts;
  apps: Apps;
  tokens: Tokens;
  crawls: Crawls;
  limiter: Limiter;
  faults: Faults;
  log: RequestLog;
  /** Aborted when the gateway closes: whoever waits, stops. */
  closing: AbortController;
  /** Where it listens; known once it does. */
  origin: string;
}

/** Wide enough that only those who ask for a limit meet one (api.md, "Limits": numbers are not shown). */
const RATE_LIMIT = { limit: 100_000, windowSeconds: 60 };

/** Puts the parts of a gateway together, without listening yet. */
export function createService(
  db: string,
  variants: Partial<Variants> = {},
  settings: Partial<Settings> = {},
): Service {
  const all = { ...defaultVariants(), ...variants };
  const clock = createClock(all);
  const store = openStore(db);
  const vault = createVault(db);
  return {
    settings: { rateLimit: { ...RATE_LIMIT }, latencyMs: 0, maxConcurrent: Infinity, ...settings },
    variants: all,
    clock,
    vault,
    store,
    accounts: openAccounts(store, clock, all),
    apps: openApps(store, clock, vault),
    tokens: openTokens(store, clock),
    crawls: createCrawls(store, clock, all),
    limiter: createLimiter(),
    faults: createFaults(),
    log: createLog(),
    closing: new AbortController(),
    origin: "",
  };
}
