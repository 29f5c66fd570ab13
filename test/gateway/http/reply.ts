/** A response before the headers that every response has. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A reply with a JSON body. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A reply without a body. */
export function emptyReply(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: "" };
}
