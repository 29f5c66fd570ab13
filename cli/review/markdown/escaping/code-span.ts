import { visibly } from "../../../text/visible.js";
import { escaped } from "./escaped.js";

/** A text that comes from elsewhere as code: between back-ticks where it has none, and nothing that a table reads. */
export function codeSpan(text: string, most = 120): string {
  if (/[`|\\]/.test(text)) {
    return htmlCode(text, most);
  }
  const shown = visibly(text, most);
  return shown.trim() === "" ? '`""`' : `\`${shown}\``;
}

/** The same where Markdown is not read, as in a `<summary>`. */
export function htmlCode(text: string, most = 120): string {
  return `<code>${escaped(text, most)}</code>`;
}

/** A sentence whose names stand between back-ticks. Whatever names hold, all of it is either escaped or code. */
export function withCode(text: string, most = 600): string {
  const parts = visibly(text, most).split(/`([^`]+)`/);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part, most) : codeSpan(part, most))).join("");
}
