import { Board, type Endpoint, type Entry, entryOf, labelsNow, on, pageOf, self } from "./board.ts";
import type { Stub } from "./stub-github.ts";

/** A pipeline with a job `review`, and the files that the job kept. */
interface Pipeline {
  readonly id: number;
  /** The commit that it ran for. */
  readonly sha: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether it is one of the merge request. */
  readonly ofRequest: boolean;
  /** Whether it ran in a fork. */
  readonly fork?: boolean;
  readonly job?: string;
  readonly status?: string;
  /** Whether its commit holds something else than the commit of the run. */
  readonly isOther?: boolean;
}

export interface StubGitlab extends Stub {
  readonly pipelines: Pipeline[];
}

/** The endpoints of GitLab that a pipeline needs (docs.gitlab.com/api: notes, issues, pipelines, job artifacts). */
export async function startGitlab(): Promise<StubGitlab> {
  const pipelines: Pipeline[] = [];
  const board = new Board((it) => [...endpoints(it), ...ofRequest(it), ...ofPipelines(pipelines)]);
  const env = {
    GITLAB_CI: "true",
    CI_API_V4_URL: `${await board.start()}/api/v4`,
    CI_PROJECT_ID: "12",
    CI_MERGE_REQUEST_IID: "7",
    CI_COMMIT_SHA: "89abcdef0123456789abcdef0123456789abcdef",
    CI_PIPELINE_URL: "https://gitlab.example/acme/gateway/-/pipelines/4711",
    GITLAB_TOKEN: board.token,
  };
  return { board, env, pipelines };
}

const project = "/api/v4/projects/12";

function endpoints(board: Board): Endpoint[] {
  const notes = `${project}/merge_requests/7/notes`;
  return [
    on("GET", `/api/v4/user`, () => ({ status: 200, body: { id: numberOf(self), username: self } })),
    on("GET", `${notes}`, (asked) => pageOf(board.comments.map(noteRow), asked)),
    on("POST", `${notes}`, ({ body }) => ({
      status: 201,
      body: noteRow(board.add(board.comments, { body: String(body.body) })),
    })),
    on("PUT", `${notes}/(\\d+)`, (asked) => {
      const entry = entryOf(board.comments, asked);
      entry.body = String(asked.body.body);
      return { status: 200, body: noteRow(entry) };
    }),
    on("GET", `${project}/issues`, (asked) => {
      const open = board.issues.filter(
        ({ state }) => asked.query.get("state") !== "opened" || state === "open",
      );
      const mine = open.filter(
        ({ author }) => asked.query.get("scope") !== "created_by_me" || author === self,
      );
      return pageOf(mine.map(issueRow), asked);
    }),
    on("POST", `${project}/issues`, ({ body }) => {
      const added = board.add(board.issues, { title: String(body.title), body: String(body.description) });
      return { status: 201, body: issueRow(added) };
    }),
    on("PUT", `${project}/issues/(\\d+)`, (asked) => {
      const entry = entryOf(board.issues, asked);
      if (asked.body.state_event === "close") entry.state = "closed";
      if (typeof asked.body.description === "string") entry.body = asked.body.description;
      return { status: 200, body: issueRow(entry) };
    }),
    on("POST", `${project}/issues/(\\d+)/notes`, (asked) => {
      entryOf(board.issues, asked).replies.push(String(asked.body.body));
      return { status: 201, body: { id: 1 } };
    }),
  ];
}

/** The merge request, its labels and its versions. */
function ofRequest(board: Board): Endpoint[] {
  const sha = "1111111111111111111111111111111111111111";
  return [
    on("GET", `${project}/repository/commits/\\w+/merge_requests`, () => ({
      status: 200,
      body: board.isMerged ? [{ id: 900, iid: 7, state: "merged" }] : [],
    })),
    on("GET", `${project}/merge_requests/7`, () => ({
      status: 200,
      body: { iid: 7, sha, author: { id: numberOf(board.author) }, labels: labelsNow(board) },
    })),
    on("GET", `${project}/merge_requests/7/resource_label_events`, (asked) => {
      const given = board.labels.map(({ label, by, at }) => ({
        action: "add",
        label: { name: label },
        user: { id: numberOf(by) },
        created_at: at,
      }));
      return pageOf(given, asked);
    }),
    on("GET", `${project}/merge_requests/7/versions`, () => ({
      status: 200,
      body: [
        { head_commit_sha: board.isPushKnown ? sha : "2".repeat(40), created_at: board.pushed },
        { head_commit_sha: sha, created_at: "2026-01-01T00:00:00Z" },
      ],
    })),
    on("GET", `${project}/members/all/(\\d+)`, ({ match }) => {
      if (match[1] === String(numberOf("stranger")))
        return { status: 404, body: { message: "404 Not found" } };
      const isMaintainer = board.maintainers.some((name) => String(numberOf(name)) === match[1]);
      return { status: 200, body: { access_level: isMaintainer ? 40 : 30 } };
    }),
  ];
}

function ofPipelines(pipelines: readonly Pipeline[]): Endpoint[] {
  return [
    on("GET", `${project}/pipelines`, (asked) => {
      const ofCommit = pipelines.filter(({ sha }) => sha === asked.query.get("sha"));
      return pageOf(ofCommit.map(pipelineRow), asked);
    }),
    on("GET", `${project}/merge_requests/7/pipelines`, (asked) => {
      const ofRequest = pipelines.filter((pipeline) => pipeline.ofRequest);
      return pageOf(ofRequest.map(pipelineRow), asked);
    }),
    on("GET", `${project}/pipelines/(\\d+)/jobs`, ({ match }) => {
      const { job = "review", status = "success" } =
        pipelines.find(({ id }) => String(id) === match[1]) ?? {};
      return { status: 200, body: [{ id: Number(match[1]) * 10, name: job, status }] };
    }),
    on("GET", `${project}/repository/compare`, ({ query }) => {
      const from = pipelines.find(({ sha }) => sha === query.get("from"));
      const diffs = from?.isOther === true ? [{ new_path: "index.ts" }] : [];
      return { status: 200, body: { diffs, compare_timeout: query.get("straight") !== "true" } };
    }),
    on("GET", `${project}/jobs/(\\d+)0/artifacts/(.+)`, ({ match }) => {
      const text = pipelines.find(({ id }) => String(id) === match[1])?.files[match[2] ?? ""];
      return text === undefined
        ? { status: 404, body: { message: "404 Not Found" } }
        : { status: 200, body: Buffer.from(text) };
    }),
  ];
}

function noteRow({ id, author, body, isOther = false, isHidden = false }: Entry): unknown {
  if (isHidden) return undefined;
  return { id, author: { id: numberOf(author), username: author }, body, system: isOther };
}

/** An issue has a number in its project besides its id, and is called by that. */
function issueRow({ id, author, body, state }: Entry): unknown {
  return {
    id: id + 5_000,
    iid: id,
    author: { id: numberOf(author) },
    description: body,
    state: state === "open" ? "opened" : "closed",
  };
}

function pipelineRow({ id, sha, fork = false }: Pipeline): unknown {
  return { id, sha, project_id: fork ? 13 : 12, status: "success" };
}

function numberOf(author: string): number {
  return author === self ? 1 : Number.parseInt(Buffer.from(author).toString("hex").slice(0, 10), 16);
}
