/**
 * The text of a file that a shell may have written: PowerShell's `>` writes UTF-16. Without a byte order mark, every second byte of
 * JSON, YAML or a command's first words is zero. A byte order mark is left out.
 */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(bytes);
}
