import type { Json } from "pulumi-workspace-gateway/tools";

/** How much changes. */
export interface Size {
  /** Of a number that falls, how much of it goes. Undefined if it was nothing before: no percent says how much that is. */
  readonly percent?: number;
  readonly difference?: number;
}

/** How much a number or a text changes; of a text, how many of its words come or go. */
export function sizeOf(before: Json | undefined, after: Json | undefined): Size {
  if (typeof before === "number" && typeof after === "number") {
    const difference = Math.abs(after - before);
    return before > 0 && after >= 0 ? { difference, percent: (difference / before) * 100 } : { difference };
  }
  return typeof before === "string" && typeof after === "string" ? { percent: reworded(before, after) } : {};
}

function reworded(before: string, after: string): number {
  const [old, planned] = [wordsOf(before), wordsOf(after)];
  const left = new Map([...Map.groupBy(old, (word) => word)].map(([word, all]) => [word, all.length]));
  let kept = 0;
  for (const word of planned) {
    const count = left.get(word) ?? 0;
    kept += Math.min(count, 1);
    left.set(word, Math.max(0, count - 1));
  }
  const most = Math.max(old.length, planned.length);
  return most === 0 ? 100 : (1 - kept / most) * 100;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
