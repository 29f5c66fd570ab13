import { howMany } from "pulumi-workspace-gateway/tools";
import { durationWords } from "../../text/time-words.js";
import type { UsageHit } from "../cost/usage-hits.js";

/** `12431 requests of 3 keys, the last one 5 minutes ago`, `no request`. */
export function useWords(
  use: Pick<UsageHit, "requests" | "keys" | "lastUse" | "isAtMost">,
  until: string,
): string {
  const { requests, keys, lastUse, isAtMost } = use;
  if (requests === 0) {
    return "no request";
  }
  const last = lastUse === undefined ? "" : `, the last one ${durationWords(lastUse, until)} ago`;
  return `${isAtMost ? "at most " : ""}${howMany(requests, "request")} of ${howMany(keys, "key")}${last}`;
}
