import type { Gateway } from "../../gateway/index.ts";
import type { Row } from "./tables.ts";

/** Where is looked for what is left. */
export interface Place {
  readonly gateway: Gateway;
  /** Where the site is that indexes crawl. */
  readonly site: string;
  /** The API key that the gateway has sealed in this row of a provider; null if it has none. */
  apiKey(provider: Row): string | null;
}
