import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A comment or an issue on a stub. */
export interface Entry {
  readonly id: number;
  readonly author: string;
  body: string;
  title?: string;
  state: "open" | "closed";
  /** What was said below an issue. */
  readonly replies: string[];
  /** GitHub lists pull requests among the issues, GitLab its own lines among the comments. */
  readonly isOther?: boolean;
  /** GitLab leaves a comment out that the reader may not see, after it has cut the pages. */
  readonly isHidden?: boolean;
}

/** A label that the pull request has got. */
interface LabelGiven {
  readonly label: string;
  readonly by: string;
  readonly at: string;
  /** Whether it was taken away since then. */
  readonly isGone?: boolean;
}

/** What a stub answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Whether there is another page after this one. */
  readonly hasNext?: boolean;
}

/** A request that a stub has got. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly match: readonly string[];
}

/** Method and path of an endpoint, and what it does. */
export type Endpoint = readonly [method: string, path: RegExp, handler: (asked: Asked) => Answer];

/** An endpoint whose whole path matches a pattern. */
export function on(method: string, pattern: string, handler: Endpoint[2]): Endpoint {
  return [method, new RegExp(`^${pattern}$`), handler];
}

/** The account that the pipeline writes as. */
export const self = "github-actions[bot]";

/** A GitHub or GitLab with one pull request, on a loopback port. */
export class Board {
  readonly token = "token-of-the-pipeline-7f3a";
  readonly comments: Entry[] = [];
  readonly issues: Entry[] = [];
  /** Method and path of each request, and of one with a body also its keys. */
  readonly asked: string[] = [];
  /** Who opened the pull request, and when its newest commit was pushed. */
  readonly author = "mallory";
  pushed = "2026-11-20T10:00:00Z";
  /** Whether what was pushed last is what the pull request has. */
  isPushKnown = true;
  readonly maintainers = ["grace", "mallory"];
  readonly labels: LabelGiven[] = [];
  /** Whether the commit of the run came with the pull request. */
  isMerged = true;
  /** Answers the next requests, until it is taken away. */
  fault: Answer | undefined;
  private readonly endpoints: readonly Endpoint[];
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private nextId = 100;

  constructor(endpoints: (board: Board) => readonly Endpoint[]) {
    this.endpoints = endpoints(this);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const address = this.server.address();
    if (typeof address !== "object" || address === null) throw new Error("The stub has no port.");
    return `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  add(to: Entry[], entry: Partial<Entry>): Entry {
    const whole = {
      id: this.nextId++,
      author: self,
      body: "",
      state: "open" as const,
      replies: [],
      ...entry,
    };
    to.push(whole);
    return whole;
  }

  /** The requests since the last look that change something. */
  writes(): string[] {
    return this.asked.splice(0).filter((line) => !line.startsWith("GET "));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, hasNext = false } = await this.answer(request);
    const file = Buffer.isBuffer(body);
    response.writeHead(status, {
      "content-type": file ? "application/octet-stream" : "application/json",
      ...(hasNext && { link: '<http://stub/next>; rel="next", <http://stub/last>; rel="last"' }),
    });
    response.end(file ? body : JSON.stringify(body));
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stub");
    const text = await textOf(request);
    const body: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
    this.asked.push([method, url.pathname, ...Object.keys(body)].join(" "));
    if (![headers["private-token"], headers.authorization?.replace("Bearer ", "")].includes(this.token))
      return { status: 401, body: { message: "Bad credentials" } };
    if (this.fault !== undefined) return this.fault;
    for (const [verb, path, handler] of this.endpoints) {
      const match = path.exec(url.pathname);
      if (verb === method && match !== null)
        return handler({ method, path: url.pathname, query: url.searchParams, body, match });
    }
    return { status: 404, body: { message: "Not Found" } };
  }
}

/** One page of rows, as both systems cut them. */
export function pageOf(rows: readonly unknown[], { query }: Asked): Answer & { readonly body: unknown[] } {
  const size = Math.min(Number(query.get("per_page") ?? 20), 100);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  const body = rows.slice(start, start + size).filter((row) => row !== undefined);
  return { status: 200, body, hasNext: start + size < rows.length };
}

/** The labels that the pull request has now. */
export function labelsNow({ labels }: Board): string[] {
  return [...new Set(labels.filter(({ isGone }) => isGone !== true).map(({ label }) => label))];
}

/** The entry with the id at the end of the path. */
export function entryOf(entries: readonly Entry[], { match }: Asked): Entry {
  const found = entries.find(({ id }) => String(id) === match[1]);
  if (found === undefined) throw new Error(`The stub has no entry ${match[1]}.`);
  return found;
}
