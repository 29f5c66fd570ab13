import { appendFileSync } from "node:fs";
import { Api, numberAt, type Row, rowAt, textAt } from "./api.mts";
import { type Forge, type Labels, lastGiven, type Post, setting } from "./forge.mts";

/** GitHub as seen by a workflow, with features that only workflows have. */
export interface Github extends Forge {
  /** Whether a person has approved this run for an environment. */
  isApproved(environment: string): Promise<boolean>;
  /** Whether main is at a commit and the workflow run of its push has ended. Undefined if there is no run. */
  isApplied(commit: string): Promise<boolean | undefined>;
}

export function github(env: NodeJS.ProcessEnv): Github {
  const token = setting(env, "GITHUB_TOKEN");
  const api = new Api(setting(env, "GITHUB_API_URL"), token, {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  });
  const repository = setting(env, "GITHUB_REPOSITORY");
  const repo = `/repos/${repository}`;
  // A workflow's token cannot look up its own account.
  const author = env.COMMENT_AUTHOR || "github-actions[bot]";
  const isOwn = (row: Row) => loginOf(row, "user") === author;

  return {
    limit: 65_536,
    commit: env.HEAD_COMMIT || setting(env, "GITHUB_SHA"),
    run: `${setting(env, "GITHUB_SERVER_URL")}/${repository}/actions/runs/${setting(env, "GITHUB_RUN_ID")}`,
    async request() {
      // A queue's branch name contains the pull request's number.
      const [, queued] = /\/pr-(\d+)-[0-9a-f]+$/.exec(env.GITHUB_REF ?? "") ?? [];
      const known = env.PULL_REQUEST || queued;
      if (known !== undefined) return Number(known);
      const pulls = await api.rows(`${repo}/commits/${setting(env, "GITHUB_SHA")}/pulls`);
      const merged = pulls.find((row) => textAt(row, "merged_at") !== "");
      return merged && numberAt(merged, "number");
    },
    async ownComments(request) {
      return (await api.rows(`${repo}/issues/${request}/comments`)).filter(isOwn).map(postWith("id"));
    },
    async addComment(request, body) {
      await api.row("POST", `${repo}/issues/${request}/comments`, { body });
    },
    async changeComment(_request, id, body) {
      await api.row("PATCH", `${repo}/issues/comments/${id}`, { body });
    },
    async labels(request) {
      const pull = await api.row("GET", `${repo}/pulls/${request}`);
      const events = await api.rows(`${repo}/issues/${request}/events`);
      return labelsOf(pull, events, await pushedAt(rowAt(pull, "head")));
    },
    async isMaintainer(who) {
      const path = `${repo}/collaborators/${encodeURIComponent(who)}/permission`;
      const role = textAt((await api.maybe(path)) ?? {}, "role_name");
      return role === "maintain" || role === "admin";
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
      const named = (one: string) =>
        api.rows(`${repo}/actions/artifacts?name=${encodeURIComponent(one)}`, "artifacts");
      const rows = [...(await named(name)), ...(await named(`refused-${name}`))];
      for (const row of rows.filter(isKept).sort(newestFirst)) {
        const run = rowAt(row, "workflow_run");
        const commit = await api.maybe(`${repo}/git/commits/${textAt(run, "head_sha")}`);
        if (commit === undefined || !name.endsWith(`-${textAt(rowAt(commit, "tree"), "sha")}`)) continue;
        if (textAt(row, "name") !== name) return false; // refused
        // The download-artifact action needs the run's id.
        appendFileSync(setting(env, "GITHUB_OUTPUT"), `run=${numberAt(run, "id")}\n`);
        return true;
      }
      return false;
    },
    async isApproved(environment) {
      const rows = await api.rows(`${repo}/actions/runs/${setting(env, "GITHUB_RUN_ID")}/approvals`);
      return rows.some(
        ({ state, environments }) =>
          state === "approved" &&
          Array.isArray(environments) &&
          environments.some((one: Row) => one.name === environment),
      );
    },
    async isApplied(commit) {
      const { sha } = rowAt(await api.row("GET", `${repo}/branches/main`), "commit");
      if (sha !== commit) return false;
      const runs = await api.rows(`${repo}/actions/runs?event=push&head_sha=${commit}`, "workflow_runs");
      // The format is `owner/name/.github/workflows/gateway.yml@refs/heads/main`.
      const workflow = setting(env, "GITHUB_WORKFLOW_REF").slice(`${repository}/`.length).split("@", 1)[0];
      const ours = runs.filter((run) => textAt(run, "path").split("@", 1)[0] === workflow);
      return ours.length === 0 ? undefined : ours.every(({ status }) => status === "completed");
    },
  };

  async function pushedAt(head: Row): Promise<string | undefined> {
    const ref = encodeURIComponent(`refs/heads/${textAt(head, "ref")}`);
    const [newest] = await api.firstRows(`${repo}/activity?ref=${ref}&per_page=1`);
    return newest !== undefined && newest.after === head.sha ? textAt(newest, "timestamp") : undefined;
  }
}

function labelsOf(pull: Row, events: readonly Row[], pushed: string | undefined): Labels {
  const has = Array.isArray(pull.labels) ? pull.labels.map((label: Row) => textAt(label, "name")) : [];
  const given = events
    .filter(({ event }) => event === "labeled")
    .map((row) => ({
      label: textAt(rowAt(row, "label"), "name"),
      by: loginOf(row, "actor"),
      at: textAt(row, "created_at"),
    }));
  return { all: lastGiven(given, has), author: loginOf(pull, "user"), pushed };
}

function loginOf(row: Row, key: string): string {
  return textAt(rowAt(row, key), "login");
}

function postWith(key: string): (row: Row) => Post {
  return (row) => ({ id: numberAt(row, key), body: textAt(row, "body") });
}

/** Runs of pull requests from forks also store artifacts here, and anyone can start such a run. */
function isKept(artifact: Row): boolean {
  const run = rowAt(artifact, "workflow_run");
  if (artifact.expired === true) return false;
  return typeof run.repository_id === "number" && run.repository_id === run.head_repository_id;
}

/** Artifact ids increase over time. */
function newestFirst(one: Row, other: Row): number {
  return numberAt(other, "id") - numberAt(one, "id");
}
