import { Board, type Endpoint, type Entry, entryOf, labelsNow, on, pageOf } from "./board.ts";

/** An artifact of a run. */
interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly expired?: boolean;
  readonly run: number;
  /** Whether a fork's pull request made it. */
  readonly fork?: boolean;
  /** What the commit of the run holds; left out: what the name says. */
  readonly tree?: string;
}

/** A run after a push to main. */
interface PushRun {
  readonly head_sha: string;
  readonly path: string;
  readonly status: string;
}

/** What only a workflow asks for. */
interface Runs {
  readonly artifacts: Artifact[];
  readonly pushes: PushRun[];
  /** The environments that a person let this run use, or did not. */
  readonly approvals: {
    readonly state: string;
    readonly environments: readonly { readonly name: string }[];
  }[];
  /** The commit that main ends with. */
  main: string;
}

export type StubGithub = Stub & { readonly runs: Runs; readonly artifacts: Artifact[] };

/** What a test sees of either system. */
export interface Stub {
  readonly board: Board;
  /** What a job's environment has. */
  readonly env: Readonly<Record<string, string>>;
}

const longest = 65_536;

/** The endpoints of GitHub that a pipeline needs (docs.github.com/rest: issues, issue comments, artifacts). */
export async function startGithub(): Promise<StubGithub> {
  const runs: Runs = { artifacts: [], pushes: [], approvals: [], main: "" };
  const board = new Board((self) => [...endpoints(self), ...ofRequest(self), ...ofRuns(runs)]);
  const origin = await board.start();
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: origin,
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_REPOSITORY: "acme/gateway",
    GITHUB_RUN_ID: "4711",
    GITHUB_SHA: "89abcdef0123456789abcdef0123456789abcdef",
    GITHUB_REF: "refs/pull/7/merge",
    GITHUB_WORKFLOW_REF: "acme/gateway/.github/workflows/gateway.yml@refs/heads/main",
    GITHUB_TOKEN: board.token,
    PULL_REQUEST: "7",
  };
  return { board, env, runs, artifacts: runs.artifacts };
}

const repo = "/repos/acme/gateway";

function endpoints(board: Board): Endpoint[] {
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
  ];
}

/** The pull request, its labels and its branch. */
function ofRequest(board: Board): Endpoint[] {
  const head = { ref: "change/prices", sha: "1111111111111111111111111111111111111111" };
  return [
    on("GET", `${repo}/commits/\\w+/pulls`, () => ({
      status: 200,
      body: [
        { number: 6, merged_at: null },
        ...(board.isMerged ? [{ number: 7, merged_at: board.pushed }] : []),
      ],
    })),
    on("GET", `${repo}/pulls/7`, () => ({
      status: 200,
      body: {
        number: 7,
        user: { login: board.author },
        head,
        labels: labelsNow(board).map((name) => ({ name })),
      },
    })),
    on("GET", `${repo}/issues/7/events`, (asked) => {
      const events = board.labels.map(({ label, by, at }) => ({
        event: "labeled",
        label: { name: label },
        actor: { login: by },
        created_at: at,
      }));
      return pageOf([{ event: "subscribed", actor: { login: "grace" } }, ...events], asked);
    }),
    on("GET", `${repo}/activity`, ({ query }) => ({
      status: 200,
      body:
        query.get("ref") === `refs/heads/${head.ref}`
          ? [{ timestamp: board.pushed, after: board.isPushKnown ? head.sha : "2".repeat(40) }]
          : [],
    })),
    on("GET", `${repo}/collaborators/(.+)/permission`, ({ match }) =>
      match[1] === "stranger"
        ? { status: 404, body: { message: "Not Found" } }
        : {
            status: 200,
            body: {
              permission: "write",
              role_name: board.maintainers.includes(match[1] ?? "") ? "maintain" : "write",
            },
          },
    ),
  ];
}

function ofRuns(runs: Runs): Endpoint[] {
  return [
    on("GET", `${repo}/actions/artifacts`, (asked) => {
      const named = runs.artifacts.filter(({ name }) => name === asked.query.get("name"));
      const page = pageOf(named.map(artifactRow), asked);
      return { ...page, body: { total_count: named.length, artifacts: page.body } };
    }),
    on("GET", `${repo}/git/commits/(\\w+)`, ({ match }) => {
      const made = runs.artifacts.find(({ run }) => commitOf(run) === match[1]);
      if (made === undefined) return { status: 404, body: { message: "Not Found" } };
      return { status: 200, body: { tree: { sha: made.tree ?? made.name.split("-").at(-1) } } };
    }),
    on("GET", `${repo}/actions/runs/4711/approvals`, (asked) => pageOf(runs.approvals, asked)),
    on("GET", `${repo}/branches/main`, () => ({ status: 200, body: { commit: { sha: runs.main } } })),
    on("GET", `${repo}/actions/runs`, (asked) => {
      const { query } = asked;
      const ofPush = runs.pushes.filter(({ head_sha }) => head_sha === query.get("head_sha"));
      const page = pageOf(query.get("event") === "push" ? ofPush : [], asked);
      return { ...page, body: { total_count: ofPush.length, workflow_runs: page.body } };
    }),
  ];
}

function commitOf(run: number): string {
  return String(run).padStart(40, "c");
}

/** An issue has a number besides its id, and is called by that. */
function row({ id, author, body, state, isOther }: Entry): unknown {
  const user = { login: author, type: author.endsWith("[bot]") ? "Bot" : "User" };
  return { id, number: id, user, body, state, ...(isOther && { pull_request: {} }) };
}

function artifactRow({ id, name, expired = false, run, fork = false }: Artifact): unknown {
  return {
    id,
    name,
    expired,
    workflow_run: { id: run, repository_id: 1, head_repository_id: fork ? 2 : 1, head_sha: commitOf(run) },
  };
}
