import type { Json } from "pulumi-workspace-gateway/tools";

/** Where an address leads. What is no address leads to itself. */
export function hostOf(address: Json | undefined): string {
  const text = typeof address === "string" ? address : "";
  return URL.canParse(text) ? new URL(text).host : text;
}
