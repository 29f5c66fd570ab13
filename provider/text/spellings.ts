/** A way to write a secret that no escape sequence tells of. */
export interface Spelling {
  readonly spelled: string;
  /** Characters on either side that hold a part of it too. */
  readonly before: number;
  readonly after: number;
}

/** A secret as it is, as the bytes that URLs are made of, in hex, and in base64 wherever it may begin in a longer text. */
export function spellings(secret: string): Spelling[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const whole = new Set([secret, bytes.toString("latin1"), hex, hex.toUpperCase()]);
  return [
    ...[...whole].map((spelled) => ({ spelled, before: 0, after: 0 })),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset)),
  ];
}

/** Four characters hold three bytes: those of the secret after `offset` others. */
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
