import type { Json } from "pulumi-workspace-gateway/tools";

/** What a text of JSON says; undefined if it is broken. The error of the parser would quote it. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
