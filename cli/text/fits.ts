/** Whether a pattern matches the whole of a text: `*` stands for any text. Upper and lower case differ. */
export function fits(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) {
    return false;
  }
  const inside = text.slice(first.length, text.length - last.length);
  let at = 0;
  return others.every((part) => {
    const found = inside.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
