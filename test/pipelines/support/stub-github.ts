import { Board, type Endpoints, type Entry, entryOf, other, pageOf } from "./board.ts";

/** An artifact of a run, which a fork may have made. The run's commit holds the `tree`; left out: what the name says. */
interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly run: number;
  readonly expired?: boolean;
  readonly fork?: boolean;
  readonly tree?: string;
}

/** What only a workflow asks for. */
interface Runs {
  /** The runs after a push to main, and the commit that main ends with. */
  readonly pushes: { head_sha: string; path: string; status: string }[];
  main: string;
  /** The environments that a person let this run use, or did not. */
  readonly approvals: { state: string; environments: { name: string }[] }[];
}

export type StubGithub = Awaited<ReturnType<typeof startGithub>>;

/** The endpoints of GitHub that a pipeline needs (docs.github.com/rest: issues, issue comments, artifacts). */
export async function startGithub() {
  const artifacts: Artifact[] = [];
  const runs: Runs = { pushes: [], approvals: [], main: "" };
  const board = new Board((self) => ({ ...endpoints(self), ...ofRequest(self), ...ofRuns(runs, artifacts) }));
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: await board.start(),
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_REPOSITORY: "acme/gateway",
    GITHUB_RUN_ID: "4711",
    GITHUB_SHA: "89abcdef0123456789abcdef0123456789abcdef",
    GITHUB_REF: "refs/pull/7/merge",
    GITHUB_WORKFLOW_REF: "acme/gateway/.github/workflows/gateway.yml@refs/heads/main",
    GITHUB_TOKEN: board.token,
    PULL_REQUEST: "7",
  };
  return { board, env, runs, artifacts };
}

const repo = "/repos/acme/gateway";
const longest = 65_536;
const isTooLong = (body: unknown) => String(body ?? "").length > longest;
const tooLong = other(422, `Body is too long (maximum is ${longest} characters)`);

function endpoints(board: Board): Endpoints {
  return {
    [`GET ${repo}/issues/7/comments`]: (asked) => pageOf(board.comments.map(row), asked),
    [`POST ${repo}/issues/7/comments`]: ({ body: { body } }) =>
      isTooLong(body) ? tooLong : row(board.add(board.comments, { body: String(body) })),
    [`PATCH ${repo}/issues/comments/(\\d+)`]: (asked) => {
      if (isTooLong(asked.body.body)) return tooLong;
      return row(Object.assign(entryOf(board.comments, asked), { body: String(asked.body.body) }));
    },
    [`GET ${repo}/issues`]: (asked) => {
      const open = board.issues.filter(({ state }) => state === asked.query.get("state"));
      const by = open.filter(({ author }) => author === (asked.query.get("creator") ?? author));
      return pageOf(by.map(row), asked);
    },
    [`POST ${repo}/issues`]: ({ body: { title, body } }) =>
      isTooLong(body) ? tooLong : row(board.add(board.issues, { title: String(title), body: String(body) })),
    [`PATCH ${repo}/issues/(\\d+)`]: (asked) => {
      const entry = entryOf(board.issues, asked);
      if (asked.body.state === "closed") entry.state = "closed";
      if (typeof asked.body.body === "string") entry.body = asked.body.body;
      return row(entry);
    },
    [`POST ${repo}/issues/(\\d+)/comments`]: (asked) => ({
      id: entryOf(board.issues, asked).replies.push(String(asked.body.body)),
    }),
  };
}

/** The pull request, its labels and its branch. */
function ofRequest(board: Board): Endpoints {
  const { author, pushed, maintainers } = board;
  const head = { ref: "change/prices", sha: "1111111111111111111111111111111111111111" };
  return {
    [`GET ${repo}/commits/\\w+/pulls`]: () => [
      { number: 6, merged_at: null },
      ...(board.isMerged ? [{ number: 7, merged_at: pushed }] : []),
    ],
    [`GET ${repo}/pulls/7`]: () => {
      const labels = board.labelsNow().map((name) => ({ name }));
      return { number: 7, user: { login: author }, head, labels };
    },
    [`GET ${repo}/issues/7/events`]: (asked) => {
      const events = board.labels.map(({ label, by, at }) => ({
        ...{ event: "labeled", label: { name: label }, actor: { login: by }, created_at: at },
      }));
      return pageOf([{ event: "subscribed", actor: { login: "grace" } }, ...events], asked);
    },
    [`GET ${repo}/activity`]: ({ query }) => {
      const after = board.isPushKnown ? head.sha : "2".repeat(40);
      return query.get("ref") === `refs/heads/${head.ref}` ? [{ timestamp: pushed, after }] : [];
    },
    [`GET ${repo}/collaborators/(.+)/permission`]: ({ match: [, name = ""] }) => {
      const role_name = maintainers.includes(name) ? "maintain" : "write";
      return name === "stranger" ? other(404) : { permission: "write", role_name };
    },
  };
}

function ofRuns(runs: Runs, artifacts: readonly Artifact[]): Endpoints {
  return {
    [`GET ${repo}/actions/artifacts`]: (asked) => {
      const named = artifacts.filter(({ name }) => name === asked.query.get("name")).map(artifactRow);
      return pageOf(named, asked, (page) => ({ total_count: named.length, artifacts: page }));
    },
    [`GET ${repo}/git/commits/(\\w+)`]: ({ match }) => {
      const made = artifacts.find(({ run }) => commitOf(run) === match[1]);
      return made === undefined ? other(404) : { tree: { sha: made.tree ?? made.name.split("-").at(-1) } };
    },
    [`GET ${repo}/actions/runs/4711/approvals`]: (asked) => pageOf(runs.approvals, asked),
    [`GET ${repo}/branches/main`]: () => ({ commit: { sha: runs.main } }),
    [`GET ${repo}/actions/runs`]: (asked) => {
      const isOfPush = asked.query.get("event") === "push";
      const of = runs.pushes.filter(({ head_sha }) => isOfPush && head_sha === asked.query.get("head_sha"));
      return pageOf(of, asked, (page) => ({ total_count: of.length, workflow_runs: page }));
    },
  };
}

const commitOf = (run: number) => String(run).padStart(40, "c");

/** An issue has a number besides its id, and is called by that. */
function row({ id, author, body, state, isOther }: Entry) {
  const user = { login: author, type: author.endsWith("[bot]") ? "Bot" : "User" };
  return { id, number: id, user, body, state, ...(isOther && { pull_request: {} }) };
}

function artifactRow({ id, name, expired = false, run, fork = false }: Artifact) {
  const of = { id: run, repository_id: 1, head_repository_id: fork ? 2 : 1, head_sha: commitOf(run) };
  return { id, name, expired, workflow_run: of };
}
