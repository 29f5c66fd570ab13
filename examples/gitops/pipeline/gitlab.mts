import { writeFileSync } from "node:fs";
import { Api, numberAt, type Row, rowAt, textAt } from "./api.mts";
import { type Forge, type Post, setting } from "./forge.mts";

/** The jobs of .gitlab-ci.yml that keep a pin: `review`, and for another stack `review-dev` or `review: [dev]`. */
const reviewJob = /^review\b/;

/** GitLab, as a pipeline sees it. */
export function gitlab(env: NodeJS.ProcessEnv): Forge {
  const token = setting(env, "GITLAB_TOKEN");
  const api = new Api(setting(env, "CI_API_V4_URL"), token, { "private-token": token });
  const projectId = Number(setting(env, "CI_PROJECT_ID"));
  const project = `/projects/${projectId}`;
  const notes = () => `${project}/merge_requests/${setting(env, "CI_MERGE_REQUEST_IID")}/notes`;
  const own = async () => numberAt(await api.row("GET", "/user"), "id");
  const ownOf = async (path: string, key: string): Promise<Post[]> => {
    const [me, rows] = await Promise.all([own(), api.rows(path)]);
    return rows
      .filter((row) => rowAt(row, "author").id === me && row.system !== true)
      .map((row) => ({ id: numberAt(row, key), body: textAt(row, "body") || textAt(row, "description") }));
  };

  return {
    limit: 1_000_000,
    // A pipeline of the merged result looks at a commit that is nowhere else.
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || setting(env, "CI_COMMIT_SHA"),
    run: setting(env, "CI_PIPELINE_URL"),
    ownComments: () => ownOf(`${notes()}?order_by=created_at&sort=asc`, "id"),
    async addComment(body) {
      await api.row("POST", notes(), { body });
    },
    async changeComment(id, body) {
      await api.row("PUT", `${notes()}/${id}`, { body });
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
        const path = `${project}/pipelines/${numberAt(pipeline, "id")}/jobs?scope[]=success`;
        const jobs = (await api.rows(path)).filter((row) => reviewJob.test(textAt(row, "name")));
        for (const job of jobs) {
          const kept = `${project}/jobs/${numberAt(job, "id")}/artifacts/review/${name}.pin`;
          const [pin, plan] = await Promise.all([api.file(kept), api.file(`${kept}.plan.json`)]);
          if (pin === undefined || plan === undefined) continue;
          writeFileSync(file, pin);
          writeFileSync(`${file}.plan.json`, plan);
          return true;
        }
      }
      return false;
    },
  };

  /** Pipelines that may have reviewed this commit's content, the newest first: its own, and those of its merge request. */
  async function pipelines(): Promise<Row[]> {
    const commit = setting(env, "CI_COMMIT_SHA");
    const requests = await api.rows(`${project}/repository/commits/${commit}/merge_requests`);
    const found = [await api.rows(`${project}/pipelines?sha=${commit}`)];
    for (const request of requests)
      found.push(await api.rows(`${project}/merge_requests/${numberAt(request, "iid")}/pipelines`));
    return found
      .flat()
      .filter((row) => row.project_id === projectId) // a fork's pipelines run in the fork
      .sort((one, other) => numberAt(other, "id") - numberAt(one, "id"));
  }
}
