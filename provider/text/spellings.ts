/** A way to write a secret without escape sequences. */
export interface Spelling {
  readonly spelled: string;
  /** How many characters before and after `spelled` hold a part of the secret too. */
  readonly before: number;
  readonly after: number;
}

/**
 * A secret as it is, with one character for each byte (as URLs encode it), in hex, and in base64 from any
 * place in a longer text.
 */
export function spellings(secret: string): Spelling[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const whole = new Set([secret, bytes.toString("latin1"), hex, hex.toUpperCase()]);
  return [
    ...[...whole].map((spelled) => ({ spelled, before: 0, after: 0 })),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** Four base64 characters hold three bytes, so the `offset` of a secret in a text changes its spelling. */
function inBase64(bytes: Buffer, offset: number): Spelling[] {
  const ends = offset + bytes.length;
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((ends * 8) / 6);
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .slice(first, last);
  const around = { before: (offset * 8) % 6 === 0 ? 0 : 1, after: (ends * 8) % 6 === 0 ? 0 : 1 };
  const url = text.replaceAll("+", "-").replaceAll("/", "_");
  return (url === text ? [text] : [text, url]).map((spelled) => ({ spelled, ...around }));
}
