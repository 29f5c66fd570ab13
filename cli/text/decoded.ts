/** The text of a file that a shell may have written: PowerShell's `>` writes UTF-16. A byte order mark is left out. */
export function decoded(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
