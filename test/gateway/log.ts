import type { Json } from "./json.ts";

/** One request as the gateway saw it, without credentials. */
export interface RequestLogEntry {
  seq: number;
  /** When it arrived, milliseconds since the epoch. */
  at: number;
  method: string;
  /** Without `/api/v1`. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The parsed body, secrets masked; undefined when there was none or it was no JSON. */
  body: Json | undefined;
  status: number;
  durationMs: number;
  /** The account behind the token. */
  account: string | undefined;
  /** The kind of the fault that hit this request. */
  ifFault: string | undefined;
}

/** Which entries are wanted: `path` is a prefix or a pattern, `since` a `seq` after which to start. */
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

/** Makes an empty log of what the gateway is asked, that keeps the latest 50,000 entries or more. */
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

/** A copy in which every secret reads `***`. */
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
