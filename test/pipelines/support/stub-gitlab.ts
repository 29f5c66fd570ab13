import { Board, type Endpoints, type Entry, entryOf, other, pageOf, self } from "./board.ts";

/** A pipeline with one job, and the files that the job kept. */
interface Pipeline {
  readonly id: number;
  /** The commit that it ran for. */
  readonly sha: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether it is one of the merge request, and whether it ran in a fork. */
  readonly ofRequest: boolean;
  readonly fork?: boolean;
  readonly job?: string;
  readonly status?: string;
  /** Whether its commit holds something else than the commit of the run. */
  readonly isOther?: boolean;
}

/** The endpoints of GitLab that a pipeline needs (docs.gitlab.com/api: notes, issues, pipelines, job artifacts). */
export async function startGitlab() {
  const pipelines: Pipeline[] = [];
  const board = new Board((it) => ({ ...endpoints(it), ...ofRequest(it), ...ofPipelines(pipelines) }));
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
const request = `${project}/merge_requests/7`;

function endpoints(board: Board): Endpoints {
  return {
    "GET /api/v4/user": () => ({ id: numberOf(self), username: self }),
    [`GET ${request}/notes`]: (asked) => pageOf(board.comments.map(noteRow), asked),
    [`POST ${request}/notes`]: ({ body }) => noteRow(board.add(board.comments, { body: String(body.body) })),
    [`PUT ${request}/notes/(\\d+)`]: (asked) =>
      noteRow(Object.assign(entryOf(board.comments, asked), { body: String(asked.body.body) })),
    [`GET ${project}/issues`]: (asked) => {
      const [isOpened, isMine] = [
        asked.query.get("state") === "opened",
        asked.query.get("scope") === "created_by_me",
      ];
      const open = board.issues.filter(({ state }) => !isOpened || state === "open");
      return pageOf(open.filter(({ author }) => !isMine || author === self).map(issueRow), asked);
    },
    [`POST ${project}/issues`]: ({ body: { title, description } }) =>
      issueRow(board.add(board.issues, { title: String(title), body: String(description) })),
    [`PUT ${project}/issues/(\\d+)`]: (asked) => {
      const entry = entryOf(board.issues, asked);
      if (asked.body.state_event === "close") entry.state = "closed";
      if (typeof asked.body.description === "string") entry.body = asked.body.description;
      return issueRow(entry);
    },
    [`POST ${project}/issues/(\\d+)/notes`]: (asked) => ({
      id: entryOf(board.issues, asked).replies.push(String(asked.body.body)),
    }),
  };
}

/** The merge request, its labels and its versions. */
function ofRequest(board: Board): Endpoints {
  const sha = "1111111111111111111111111111111111111111";
  return {
    [`GET ${project}/repository/commits/\\w+/merge_requests`]: () =>
      board.isMerged ? [{ id: 900, iid: 7, state: "merged" }] : [],
    [`GET ${request}`]: () => ({
      ...{ iid: 7, sha, author: { id: numberOf(board.author) }, labels: board.labelsNow() },
    }),
    [`GET ${request}/resource_label_events`]: (asked) => {
      const given = board.labels.map(({ label, by, at }) => ({
        ...{ action: "add", label: { name: label }, user: { id: numberOf(by) }, created_at: at },
      }));
      return pageOf(given, asked);
    },
    [`GET ${request}/versions`]: () => [
      { head_commit_sha: board.isPushKnown ? sha : "2".repeat(40), created_at: board.pushed },
      { head_commit_sha: sha, created_at: "2026-01-01T00:00:00Z" },
    ],
    [`GET ${project}/members/all/(\\d+)`]: ({ match: [, id] }) => {
      const is = (name: string) => String(numberOf(name)) === id;
      return is("stranger") ? other(404) : { access_level: board.maintainers.some(is) ? 40 : 30 };
    },
  };
}

function ofPipelines(pipelines: readonly Pipeline[]): Endpoints {
  const withId = (wanted: string | undefined) => pipelines.find(({ id }) => String(id) === wanted);
  return {
    [`GET ${project}/pipelines`]: (asked) =>
      pageOf(pipelines.filter(({ sha }) => sha === asked.query.get("sha")).map(pipelineRow), asked),
    [`GET ${request}/pipelines`]: (asked) =>
      pageOf(pipelines.filter((each) => each.ofRequest).map(pipelineRow), asked),
    [`GET ${project}/pipelines/(\\d+)/jobs`]: ({ match }) => {
      const { job = "review", status = "success" } = withId(match[1]) ?? {};
      return [{ id: Number(match[1]) * 10, name: job, status }];
    },
    [`GET ${project}/repository/compare`]: ({ query }) => {
      const from = pipelines.find(({ sha }) => sha === query.get("from"));
      const diffs = from?.isOther === true ? [{ new_path: "index.ts" }] : [];
      return { diffs, compare_timeout: query.get("straight") !== "true" };
    },
    [`GET ${project}/jobs/(\\d+)0/artifacts/(.+)`]: ({ match }) => {
      const text = withId(match[1])?.files[match[2] ?? ""];
      return text === undefined ? other(404) : Buffer.from(text);
    },
  };
}

function noteRow({ id, author, body, isOther = false, isHidden = false }: Entry) {
  return isHidden
    ? undefined
    : { id, author: { id: numberOf(author), username: author }, body, system: isOther };
}

/** An issue has a number in its project besides its id, and is called by that. */
function issueRow({ id, author, body, state }: Entry) {
  const said = { author: { id: numberOf(author) }, description: body };
  return { id: id + 5_000, iid: id, ...said, state: state === "open" ? "opened" : "closed" };
}

function pipelineRow({ id, sha, fork = false }: Pipeline) {
  return { id, sha, project_id: fork ? 13 : 12, status: "success" };
}

function numberOf(author: string): number {
  return author === self ? 1 : Number.parseInt(Buffer.from(author).toString("hex").slice(0, 10), 16);
}
