import { howMany } from "pulumi-workspace-gateway/tools";
import { countText } from "../../text/numbers.js";
import { durationWords } from "../../text/time-words.js";

/** How often something was called. */
interface Counted {
  readonly requests: number;
  readonly isAtMost?: true;
  readonly isAtLeast?: true;
}

interface Used extends Counted {
  readonly keys: number;
  readonly lastUse?: string;
}

/** `12,431 requests of 3 keys, the last one 5 minutes ago`, `no request`. */
export function useWords(use: Used, until: string): string {
  const { requests, keys, lastUse } = use;
  const last = lastUse === undefined ? "" : `, the last one ${durationWords(lastUse, until)} ago`;
  return requests === 0 ? requestWords(use) : `${requestWords(use)} of ${howMany(keys, "key")}${last}`;
}

/** `12,431 requests`, `at most 12,431 requests`, `no request`. */
function requestWords({ requests, isAtMost, isAtLeast }: Counted): string {
  const bound = isAtMost && isAtLeast ? "about " : isAtMost ? "at most " : isAtLeast ? "at least " : "";
  return requests === 0 ? "no request" : `${bound}${countText(requests, "request")}`;
}
