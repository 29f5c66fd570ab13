import { visibly } from "../../../text/visible.js";

/** Does not show, and tears apart what GitHub and GitLab would make a link, a reference or a mention of. */
const tear = "&#8203;";

/** What has a meaning in Markdown or HTML. An entity stands for the character alone, in the one as in the other. */
const markup = /[\\`*_[\]<>&|~$]/g;

/** What begins a mention, a reference, an address or an emoji: `@name`, `#1`, `!1`, `~label`, `GH-1`, `:smile:`. */
const references = /@|[#!%~$*&[](?=[\p{L}\p{N}_"'{])|GH-(?=\d)|www(?=\.)|:(?=\/\/|[\w+-]+:)/giu;

/** What begins a list, a heading, a rule or a quick action at the start of a line: `- `, `1. `, `/merge`. */
const beginnings = /^(?=\s*(?:[-+=]+(?:\s|$)|#+(?:\s|$)|\d+[.)](?:\s|$)|\/))/;

/**
 * A text that comes from elsewhere as a part of a line: nothing in it is markup, calls anybody, or loads anything.
 * It is also right between HTML tags. What is written is never longer than twice the most that is shown.
 */
export function escaped(text: string, most = 600): string {
  const torn = visibly(text, most).replace(references, "$&\u200b").replace(beginnings, "\u200b");
  const written = torn.replace(markup, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\u200b", tear);
  return written.length <= 2 * most || most < 8 ? written : escaped(text, Math.floor(most / 2));
}
