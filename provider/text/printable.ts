const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** What terminals take for orders: `ESC [ … m` and its like, and `ESC ] … BEL`, which sets titles and links. */
const orders = new RegExp(
  `${esc}\\[[0-?]*[ -/]*[@-~]?|${esc}[\\]P^_X][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  "g",
);

/** Control characters, line breaks of all kinds, and what turns the direction of writing around. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Makes one line of a text that came from elsewhere, with nothing in it that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(orders, " ").replace(unprintable, " ");
}

/** Whether a text is of the characters that credentials are made of (RFC 6749, Appendix A) and every header carries. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
