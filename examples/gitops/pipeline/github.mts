import { appendFileSync } from "node:fs";
import { Api, numberAt, type Row, rowAt, textAt } from "./api.mts";
import { type Forge, type Post, setting } from "./forge.mts";

/** GitHub, as a workflow sees it. */
export function github(env: NodeJS.ProcessEnv): Forge {
  const token = setting(env, "GITHUB_TOKEN");
  const api = new Api(setting(env, "GITHUB_API_URL"), token, {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  });
  const repository = setting(env, "GITHUB_REPOSITORY");
  const repo = `/repos/${repository}`;
  // A workflow's token cannot ask who it is.
  const author = env.COMMENT_AUTHOR || "github-actions[bot]";
  const isOwn = (row: Row) => textAt(rowAt(row, "user"), "login") === author;
  const comments = () => `${repo}/issues/${setting(env, "PULL_REQUEST")}/comments`;

  return {
    limit: 65_536,
    commit: env.HEAD_COMMIT || setting(env, "GITHUB_SHA"),
    run: `${setting(env, "GITHUB_SERVER_URL")}/${repository}/actions/runs/${setting(env, "GITHUB_RUN_ID")}`,
    async ownComments() {
      return (await api.rows(comments())).filter(isOwn).map(postWith("id"));
    },
    async addComment(body) {
      await api.row("POST", comments(), { body });
    },
    async changeComment(id, body) {
      await api.row("PATCH", `${repo}/issues/comments/${id}`, { body });
    },
    async ownIssues() {
      const rows = await api.rows(`${repo}/issues?state=open&creator=${encodeURIComponent(author)}`);
      // GitHub lists pull requests among the issues.
      return rows.filter((row) => isOwn(row) && row.pull_request === undefined).map(postWith("number"));
    },
    async openIssue(title, body) {
      await api.row("POST", `${repo}/issues`, { title, body });
    },
    async changeIssue(id, body) {
      await api.row("PATCH", `${repo}/issues/${id}`, { body });
    },
    async closeIssue(id, words) {
      await api.row("PATCH", `${repo}/issues/${id}`, { state: "closed", state_reason: "completed" });
      await api.row("POST", `${repo}/issues/${id}/comments`, { body: words });
    },
    async findPin(name) {
      const rows = await api.rows(`${repo}/actions/artifacts?name=${encodeURIComponent(name)}`, "artifacts");
      const [newest] = rows
        .filter((row) => row.expired !== true && isOfThisRepository(row))
        .sort(newestFirst);
      if (newest === undefined) return false;
      // The action that downloads artifacts wants the run.
      const run = numberAt(rowAt(newest, "workflow_run"), "id");
      appendFileSync(setting(env, "GITHUB_OUTPUT"), `run=${run}\n`);
      return true;
    },
  };
}

function postWith(key: string): (row: Row) => Post {
  return (row) => ({ id: numberAt(row, key), body: textAt(row, "body") });
}

/** The run of a pull request from a fork keeps its artifacts here too, and anybody can start one. */
function isOfThisRepository(artifact: Row): boolean {
  const run = rowAt(artifact, "workflow_run");
  return typeof run.repository_id === "number" && run.repository_id === run.head_repository_id;
}

/** Ids of artifacts grow. */
function newestFirst(one: Row, other: Row): number {
  return numberAt(other, "id") - numberAt(one, "id");
}
