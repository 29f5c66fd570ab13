import { Board, type Endpoint, type Entry, entryOf, on, pageOf } from "./board.ts";

/** An artifact of a run. */
interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly expired?: boolean;
  readonly run: number;
  /** Whether a fork's pull request made it. */
  readonly fork?: boolean;
}

export interface StubGithub extends Stub {
  readonly artifacts: Artifact[];
}

/** What a test sees of either system. */
export interface Stub {
  readonly board: Board;
  /** What a job's environment has. */
  readonly env: Readonly<Record<string, string>>;
}

const longest = 65_536;

/** The endpoints of GitHub that a pipeline needs (docs.github.com/rest: issues, issue comments, artifacts). */
export async function startGithub(): Promise<StubGithub> {
  const artifacts: Artifact[] = [];
  const board = new Board((self) => endpoints(self, artifacts));
  const origin = await board.start();
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: origin,
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_REPOSITORY: "acme/gateway",
    GITHUB_RUN_ID: "4711",
    GITHUB_SHA: "89abcdef0123456789abcdef0123456789abcdef",
    GITHUB_TOKEN: board.token,
    PULL_REQUEST: "7",
  };
  return { board, env, artifacts };
}

function endpoints(board: Board, artifacts: readonly Artifact[]): Endpoint[] {
  const repo = "/repos/acme/gateway";
  const tooLong = { status: 422, body: { message: `Body is too long (maximum is ${longest} characters)` } };
  const fits = (body: unknown) => String(body ?? "").length <= longest;
  return [
    on("GET", `${repo}/issues/7/comments`, (asked) => pageOf(board.comments.map(row), asked)),
    on("POST", `${repo}/issues/7/comments`, ({ body }) =>
      fits(body.body)
        ? { status: 201, body: row(board.add(board.comments, { body: String(body.body) })) }
        : tooLong,
    ),
    on("PATCH", `${repo}/issues/comments/(\\d+)`, (asked) => {
      if (!fits(asked.body.body)) return tooLong;
      const entry = entryOf(board.comments, asked);
      entry.body = String(asked.body.body);
      return { status: 200, body: row(entry) };
    }),
    on("GET", `${repo}/issues`, (asked) => {
      const open = board.issues.filter(({ state }) => state === asked.query.get("state"));
      const by = open.filter(({ author }) => author === (asked.query.get("creator") ?? author));
      return pageOf(by.map(row), asked);
    }),
    on("POST", `${repo}/issues`, ({ body }) => {
      if (!fits(body.body)) return tooLong;
      const added = board.add(board.issues, { title: String(body.title), body: String(body.body) });
      return { status: 201, body: row(added) };
    }),
    on("PATCH", `${repo}/issues/(\\d+)`, (asked) => {
      const entry = entryOf(board.issues, asked);
      if (asked.body.state === "closed") entry.state = "closed";
      if (typeof asked.body.body === "string") entry.body = asked.body.body;
      return { status: 200, body: row(entry) };
    }),
    on("POST", `${repo}/issues/(\\d+)/comments`, (asked) => {
      entryOf(board.issues, asked).replies.push(String(asked.body.body));
      return { status: 201, body: { id: 1 } };
    }),
    on("GET", `${repo}/actions/artifacts`, (asked) => {
      const named = artifacts.filter(({ name }) => name === asked.query.get("name"));
      const page = pageOf(named.map(artifactRow), asked);
      return { ...page, body: { total_count: named.length, artifacts: page.body } };
    }),
  ];
}

/** An issue has a number besides its id, and is called by that. */
function row({ id, author, body, state, isOther }: Entry): unknown {
  const user = { login: author, type: author.endsWith("[bot]") ? "Bot" : "User" };
  return { id, number: id, user, body, state, ...(isOther && { pull_request: {} }) };
}

function artifactRow({ id, name, expired = false, run, fork = false }: Artifact): unknown {
  return { id, name, expired, workflow_run: { id: run, repository_id: 1, head_repository_id: fork ? 2 : 1 } };
}
