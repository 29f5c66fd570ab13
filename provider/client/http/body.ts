const kilobyte = 1024;
/** The longest answer that is read. */
export const longestAnswer = 64 * kilobyte ** 2;
/** Of an error, only this much is read. */
const longestError = 64 * kilobyte;

/** This API has no deeper JSON, and recursive functions would overflow the stack on it. */
const deepestJson = 200;

/** Reads the text of an answer. A long error is cut; any other answer that is too long gives undefined. */
export async function readText(status: number, body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const longest = status >= 400 ? longestError : longestAnswer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) {
      break; // leaving the loop closes the connection
    }
  }
  return length > longest && longest === longestAnswer
    ? undefined
    : new TextDecoder().decode(Buffer.concat(chunks, Math.min(length, longest)));
}

/** Parses JSON. Any other text is returned as it is, and an empty text as undefined. */
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
    return text; // any body is allowed here; a caller that needs JSON checks for an object
  }
}

/** Counts the brackets outside of strings, before anything is parsed. */
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
