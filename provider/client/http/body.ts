const kilobyte = 1024;
/** The longest answer that is read, and how much of an error is. */
export const longestAnswer = 64 * kilobyte ** 2;
const longestError = 64 * kilobyte;

/** Deeper JSON is none that this API has, and recursive functions would not come to its end. */
const deepestJson = 200;

/** The text of an answer, of an error as much as may be of use; undefined if it is too long to be read. */
export async function readText(status: number, body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const longest = status >= 400 ? longestError : longestAnswer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) {
      break; // which ends the connection
    }
  }
  return length > longest && longest === longestAnswer
    ? undefined
    : new TextDecoder().decode(Buffer.concat(chunks, Math.min(length, longest)));
}

/** What a text says: JSON, else itself; nothing if it is empty. */
export function parse(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  if (isTooDeep(text)) {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text; // bodies of any shape are allowed; who needs JSON asks for an object
  }
}

/** Told before it is parsed, by the brackets outside of strings. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length && depth <= deepestJson; at++) {
    const character = text[at];
    if (character === '"') {
      quoted = !quoted;
    } else if (quoted) {
      at += character === "\\" ? 1 : 0;
    } else if (character === "[" || character === "{") {
      depth++;
    } else if (character === "]" || character === "}") {
      depth--;
    }
  }
  return depth > deepestJson;
}
