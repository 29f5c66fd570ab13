import type { Review } from "../../../../cli/review/facts/review.ts";
import type { Json } from "../../../../provider/text/json.ts";
import { sample } from "./sample.ts";

/** Words of the types of a review, which the page chooses by. They stay as they are. */
const fixed = new Set([
  "is",
  "operation",
  "risk",
  "rule",
  "secret",
  "sign",
  "what",
  "change",
  "urn",
  "byUrn",
  "modelUrn",
  "workspace",
]);

/** The sample with other texts in place of every text of an object in it. */
export function withTexts(other: (text: string) => string): Review {
  return JSON.parse(JSON.stringify(sample), (key: string, value: Json) =>
    typeof value === "string" && !fixed.has(key) ? other(value) : value,
  );
}

/** The sample with a text added to every text of an object in it. */
export const hostileWith = (text: string) => withTexts((own) => `${own} ${text}`);
