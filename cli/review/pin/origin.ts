/** Who made something, of which commit, in which run of a pipeline. */
export interface Origin {
  readonly by?: string;
  readonly commit?: string;
  readonly run?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the pipeline says in its environment; nothing outside of one that we know. */
export function originOf(env: Environment): Origin {
  if (env.GITHUB_ACTIONS === "true") {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
    const isKnown = server && repository && run;
    return filled({
      by: env.GITHUB_ACTOR,
      commit: env.GITHUB_SHA,
      run: isKnown ? `${server}/${repository}/actions/runs/${run}` : undefined,
    });
  }
  if (env.GITLAB_CI === "true") {
    return filled({ by: env.GITLAB_USER_LOGIN, commit: env.CI_COMMIT_SHA, run: env.CI_JOB_URL });
  }
  return {};
}

/** Without what is not there or empty. */
export function filled(origin: Readonly<Record<keyof Origin, string | undefined>>): Origin {
  return Object.fromEntries(Object.entries(origin).filter(([, text]) => text !== undefined && text !== ""));
}
