const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** What controls a terminal: `ESC [ … m` and similar, and `ESC ] … BEL`, which sets titles and links. */
const controlSequences = new RegExp(
  `${esc}\\[[0-?]*[ -/]*[@-~]?|${esc}[\\]P^_X][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  "g",
);

/** Control characters, line breaks of all kinds, and characters that change the direction of writing. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Makes one line of a text that came from elsewhere, without anything that controls a terminal. */
export function printable(text: string): string {
  return text.replace(controlSequences, " ").replace(unprintable, " ");
}

/** Whether a text has only characters of credentials (RFC 6749, Appendix A): every header can carry them. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
