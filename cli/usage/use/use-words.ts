import { howMany } from "pulumi-workspace-gateway/tools";
import { durationWords } from "../../text/time-words.js";
import type { UsageHit } from "../cost/usage-hits.js";

type Used = Pick<UsageHit, "requests" | "keys" | "lastUse" | "isAtMost">;

/** `12431 requests of 3 keys, the last one 5 minutes ago`, `no request`. */
export function useWords(use: Used, until: string): string {
  const { requests, keys, lastUse } = use;
  const last = lastUse === undefined ? "" : `, the last one ${durationWords(lastUse, until)} ago`;
  return requests === 0 ? requestWords(use) : `${requestWords(use)} of ${howMany(keys, "key")}${last}`;
}

/** `12431 requests`, `at most 12431 requests`, `no request`. */
export function requestWords({ requests, isAtMost }: Pick<Used, "requests" | "isAtMost">): string {
  return requests === 0 ? "no request" : `${isAtMost ? "at most " : ""}${howMany(requests, "request")}`;
}
