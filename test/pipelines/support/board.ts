import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
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

interface Asked {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly match: readonly string[];
}

/** By method and pattern of the whole path: what is answered, with 200 unless it is a text or an answer of another status. */
export type Endpoints = Readonly<Record<string, (asked: Asked) => unknown>>;

class Answer {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly hasNext?: boolean,
  ) {}
}
export const other = (status: number, message = "Not Found") => new Answer(status, { message });

/** One page of rows, as both systems cut them. */
export function pageOf(
  rows: readonly unknown[],
  { query }: Asked,
  wrapped: (page: unknown[]) => unknown = (page) => page,
) {
  const size = Math.min(Number(query.get("per_page") ?? 20), 100);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  const page = rows.slice(start, start + size).filter((row) => row !== undefined);
  return new Answer(200, wrapped(page), start + size < rows.length);
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
  readonly pushed = "2026-11-20T10:00:00Z";
  /** Whether what was pushed last is what the pull request has. */
  isPushKnown = true;
  readonly maintainers = ["grace", "mallory"];
  /** The labels that the pull request has got; one that is gone was taken away since then. */
  readonly labels: { label: string; by: string; at: string; isGone?: boolean }[] = [];
  /** Whether the commit of the run came with the pull request. */
  isMerged = true;
  /** Answers the next requests, until it is taken away. */
  fault: Answer | undefined;
  private nextId = 100;
  private readonly server = createServer(async (request, response) => {
    const { status, body, hasNext = false } = await this.answer(request);
    const isFile = Buffer.isBuffer(body);
    response.writeHead(status, {
      "content-type": isFile ? "application/octet-stream" : "application/json",
      ...(hasNext && { link: '<http://stub/next>; rel="next", <http://stub/last>; rel="last"' }),
    });
    response.end(isFile ? body : JSON.stringify(body));
  });

  constructor(private readonly endpoints: (board: Board) => Endpoints) {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  add(to: Entry[], entry: Partial<Entry>): Entry {
    const usual: Entry = { id: this.nextId++, author: self, body: "", state: "open", replies: [] };
    const whole = { ...usual, ...entry };
    to.push(whole);
    return whole;
  }

  /** The requests since the last look that change something. */
  writes(): string[] {
    return this.asked.splice(0).filter((line) => !line.startsWith("GET "));
  }

  /** The labels that the pull request has now. */
  labelsNow(): string[] {
    return [...new Set(this.labels.filter(({ isGone }) => isGone !== true).map(({ label }) => label))];
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { method = "GET", headers } = request;
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://stub");
    const text = await textOf(request);
    const body: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
    this.asked.push([method, pathname, ...Object.keys(body)].join(" "));
    if (![headers["private-token"], headers.authorization?.replace("Bearer ", "")].includes(this.token))
      return other(401, "Bad credentials");
    if (this.fault !== undefined) return this.fault;
    for (const [pattern, handler] of Object.entries(this.endpoints(this))) {
      const match = new RegExp(`^${pattern}$`).exec(`${method} ${pathname}`);
      if (match === null) continue;
      const answer = handler({ query, body, match });
      return answer instanceof Answer ? answer : { status: 200, body: answer };
    }
    return other(404);
  }
}

/** The entry with the id at the end of the path. */
export function entryOf(entries: readonly Entry[], { match }: Asked): Entry {
  const found = entries.find(({ id }) => String(id) === match[1]);
  if (found === undefined) throw new Error(`The stub has no entry ${match[1]}.`);
  return found;
}
