/** A text without the slashes at its end. A regular expression would look at every slash of a long text many times. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") {
    end--;
  }
  return text.slice(0, end);
}
