import type { Json } from "./json.ts";

/** A request as received by the gateway, without credentials. */
export interface RequestLogEntry {
  seq: number;
  /** The time of arrival, in milliseconds since the epoch. */
  at: number;
  method: string;
  /** Without `/api/v1`. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The parsed body, with masked secrets. Undefined if there was none, or if it was not JSON. */
  body: Json | undefined;
  status: number;
  durationMs: number;
  /** The account behind the token. */
  account: string | undefined;
  /** The kind of the fault that affected this request. */
  ifFault: string | undefined;
}

/** Selects entries. `path` is a prefix or a pattern. `since` excludes entries up to this `seq`. */
export interface LogFilter {
  method?: string;
  path?: string | RegExp;
  since?: number;
}

export type RequestLog = ReturnType<typeof createLog>;

const KEEP = 50_000;
const SECRET =
  /^(api_key|client_secret|refresh_token|access_token|token|code|code_verifier|password|gate_key)$/;
const UNLOGGED_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);

/** Creates an empty request log, which keeps at least the latest 50,000 entries. */
export function createLog() {
  let entries: RequestLogEntry[] = [];
  let seq = 0;
  return {
    entries: (filter: LogFilter = {}) => entries.filter((entry) => matches(entry, filter)),
    clear: () => {
      entries = [];
    },
    next: () => ++seq,
    add(entry: RequestLogEntry) {
      entries.push(entry);
      if (entries.length > 2 * KEEP) entries = entries.slice(-KEEP);
    },
  };
}

/** Returns a copy in which every secret is replaced by `***`. */
export function maskSecrets<Value extends Json>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (key, inner) =>
    SECRET.test(key) && inner !== null ? "***" : inner,
  );
}

export function loggableHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !UNLOGGED_HEADERS.has(name)));
}

function matches(entry: RequestLogEntry, { method, path, since }: LogFilter): boolean {
  if (method !== undefined && entry.method !== method.toUpperCase()) return false;
  if (since !== undefined && entry.seq <= since) return false;
  return path === undefined || matchesPath(entry.path, path);
}

export function matchesPath(path: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? path.startsWith(wanted) : path.search(wanted) >= 0;
}
