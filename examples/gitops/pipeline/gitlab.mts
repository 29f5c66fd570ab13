import { writeFileSync } from "node:fs";
import { Api, numberAt, type Row, rowAt, textAt } from "./api.mts";
import { type Forge, type Labels, lastGiven, type Post, setting } from "./forge.mts";

/** The jobs that store pins: `review`, or names such as `review-dev` or `review: [dev]` for other stacks. */
const reviewJob = /^review\b/;

const maintainer = 40;

/** GitLab as seen by a pipeline. */
export function gitlab(env: NodeJS.ProcessEnv): Forge {
  const token = setting(env, "GITLAB_TOKEN");
  const api = new Api(setting(env, "CI_API_V4_URL"), token, { "private-token": token });
  const projectId = Number(setting(env, "CI_PROJECT_ID"));
  const project = `/projects/${projectId}`;
  const merge = (request: number) => `${project}/merge_requests/${request}`;
  const own = async () => numberAt(await api.row("GET", "/user"), "id");
  const ownOf = async (path: string, key: string): Promise<Post[]> => {
    const [me, rows] = await Promise.all([own(), api.rows(path)]);
    return rows
      .filter((row) => rowAt(row, "author").id === me && row.system !== true)
      .map((row) => ({ id: numberAt(row, key), body: textAt(row, "body") || textAt(row, "description") }));
  };

  return {
    limit: 1_000_000,
    // A merged results pipeline uses a temporary commit that exists nowhere else.
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || setting(env, "CI_COMMIT_SHA"),
    run: setting(env, "CI_PIPELINE_URL"),
    async request() {
      if (env.CI_MERGE_REQUEST_IID) return Number(env.CI_MERGE_REQUEST_IID);
      const merged = (await requests()).find(({ state }) => state === "merged");
      return merged && numberAt(merged, "iid");
    },
    ownComments: (request) => ownOf(`${merge(request)}/notes?order_by=created_at&sort=asc`, "id"),
    async addComment(request, body) {
      await api.row("POST", `${merge(request)}/notes`, { body });
    },
    async changeComment(request, id, body) {
      await api.row("PUT", `${merge(request)}/notes/${id}`, { body });
    },
    async labels(request) {
      const row = await api.row("GET", merge(request));
      const events = await api.rows(`${merge(request)}/resource_label_events`);
      const versions = await api.rows(`${merge(request)}/versions`);
      return labelsOf(row, events, versions);
    },
    async isMaintainer(who) {
      const member = await api.maybe(`${project}/members/all/${encodeURIComponent(who)}`);
      return Number(member?.access_level ?? 0) >= maintainer;
    },
    ownIssues: () => ownOf(`${project}/issues?state=opened&scope=created_by_me`, "iid"),
    async openIssue(title, body) {
      await api.row("POST", `${project}/issues`, { title, description: body });
    },
    async changeIssue(id, body) {
      await api.row("PUT", `${project}/issues/${id}`, { description: body });
    },
    async closeIssue(id, words) {
      await api.row("PUT", `${project}/issues/${id}`, { state_event: "close" });
      await api.row("POST", `${project}/issues/${id}/notes`, { body: words });
    },
    async findPin(name, file) {
      for (const pipeline of await pipelines()) {
        const jobs = await api.rows(`${project}/pipelines/${numberAt(pipeline, "id")}/jobs`);
        for (const job of jobs.filter((row) => reviewJob.test(textAt(row, "name")))) {
          const kept = `${project}/jobs/${numberAt(job, "id")}/artifacts/review`;
          const refused = await api.file(`${kept}/refused/${name}.pin`);
          const pin = await api.file(`${kept}/${name}.pin`);
          const plan = await api.file(`${kept}/${name}.pin.plan.json`);
          const isKept = job.status === "success" && pin !== undefined && plan !== undefined;
          if (!isKept && refused === undefined) continue;
          if (!(await hasOurContent(pipeline))) continue;
          if (!isKept) return false;
          writeFileSync(file, pin);
          writeFileSync(`${file}.plan.json`, plan);
          return true;
        }
      }
      return false;
    },
  };

  function requests(): Promise<Row[]> {
    return api.rows(`${project}/repository/commits/${setting(env, "CI_COMMIT_SHA")}/merge_requests`);
  }

  /** Pipelines of this commit and of its merge request, which may have reviewed its content. Newest first. */
  async function pipelines(): Promise<Row[]> {
    const found = [await api.rows(`${project}/pipelines?sha=${setting(env, "CI_COMMIT_SHA")}`)];
    for (const request of await requests())
      found.push(await api.rows(`${merge(numberAt(request, "iid"))}/pipelines`));
    return found
      .flat()
      .filter((row) => row.project_id === projectId) // a fork's pipelines run in the fork
      .sort((one, other) => numberAt(other, "id") - numberAt(one, "id"));
  }

  /** Whether the commit of a pipeline has the same content as this one. */
  async function hasOurContent({ sha }: Row): Promise<boolean> {
    const ours = setting(env, "CI_COMMIT_SHA");
    if (sha === ours) return true;
    const compared = await api.maybe(`${project}/repository/compare?from=${sha}&to=${ours}&straight=true`);
    return Array.isArray(compared?.diffs) && compared.diffs.length === 0 && compared.compare_timeout !== true;
  }
}

/** GitLab lists the newest version first. */
function labelsOf(request: Row, events: readonly Row[], [newest]: readonly Row[]): Labels {
  const given = events
    .filter(({ action }) => action === "add")
    .map((row) => ({
      label: textAt(rowAt(row, "label"), "name"),
      by: idOf(row, "user"),
      at: textAt(row, "created_at"),
    }));
  const isNewest = newest !== undefined && newest.head_commit_sha === request.sha;
  return {
    all: lastGiven(given, Array.isArray(request.labels) ? request.labels : []),
    author: idOf(request, "author"),
    pushed: isNewest ? textAt(newest, "created_at") : undefined,
  };
}

function idOf(row: Row, key: string): string {
  return String(rowAt(row, key).id ?? "");
}
