/** A comment or an issue that this pipeline wrote earlier. */
export interface Post {
  readonly id: number;
  readonly body: string;
}

/** A label on a pull request, with who added it and when. */
export interface Labelled {
  readonly label: string;
  readonly by: string;
  readonly at: string;
}

/** The labels of a pull request, and the facts that decide whether they count as permits. */
export interface Labels {
  readonly all: readonly Labelled[];
  /** The account that opened the pull request. */
  readonly author: string;
  /** The server's push time of the newest commit, as commits can claim any time. Undefined if unknown. */
  readonly pushed: string | undefined;
}

/** The service that hosts pull requests and issues. */
export interface Forge {
  /** The maximum number of characters in a comment or an issue. */
  readonly limit: number;
  /** The commit of the run, and the URL of the run. */
  readonly commit: string;
  readonly run: string;
  /** The pull request of the run: its own, the one in the queue, or the merged one. */
  request(): Promise<number | undefined>;
  /** The comments on a pull request by this pipeline's own account, oldest first. */
  ownComments(request: number): Promise<Post[]>;
  addComment(request: number, body: string): Promise<void>;
  changeComment(request: number, id: number, body: string): Promise<void>;
  labels(request: number): Promise<Labels>;
  /** Whether an account maintains the repository, which requires more than push access. */
  isMaintainer(who: string): Promise<boolean>;
  /** The open issues created by this pipeline's own account. */
  ownIssues(): Promise<Post[]>;
  openIssue(title: string, body: string): Promise<void>;
  changeIssue(id: number, body: string): Promise<void>;
  closeIssue(id: number, words: string): Promise<void>;
  /**
   * Downloads the pin with that name, or passes its location on. False if there is none. Only the newest
   * review of this content counts, and only from a run whose commit has this content, because anyone can
   * change the steps of other runs.
   */
  findPin(name: string, file: string): Promise<boolean>;
}

/** The last time that each of a pull request's current labels was added, oldest first. */
export function lastGiven(given: readonly Labelled[], has: readonly unknown[]): Labelled[] {
  const last = new Map(given.map((one) => [one.label, one]));
  return [...last.values()].filter(({ label }) => has.includes(label));
}

/** Reads a variable of the pipeline's environment. */
export function setting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`The variable ${name} is not set.`);
  return value;
}
