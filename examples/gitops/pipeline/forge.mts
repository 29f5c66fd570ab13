/** A comment or an issue that this pipeline wrote earlier. */
export interface Post {
  readonly id: number;
  readonly body: string;
}

/** Who gave a pull request a label, and when. */
export interface Labelled {
  readonly label: string;
  readonly by: string;
  readonly at: string;
}

/** What the labels of a pull request are worth as permits. */
export interface Labels {
  readonly all: readonly Labelled[];
  /** Who opened the pull request. */
  readonly author: string;
  /** When its newest commit was pushed, as the server saw it: a commit may name any time. Undefined: not known. */
  readonly pushed: string | undefined;
}

/** Where pull requests are reviewed and issues are kept. */
export interface Forge {
  /** The most characters that a comment or an issue may have. */
  readonly limit: number;
  /** The commit that the run looks at, and the address of the run. */
  readonly commit: string;
  readonly run: string;
  /** The pull request that the run is about: its own, the one in the queue, or the one that was merged. */
  request(): Promise<number | undefined>;
  /** The comments on a pull request that this pipeline's own account has written, the oldest first. */
  ownComments(request: number): Promise<Post[]>;
  addComment(request: number, body: string): Promise<void>;
  changeComment(request: number, id: number, body: string): Promise<void>;
  labels(request: number): Promise<Labels>;
  /** Whether somebody looks after the repository: more than whoever may push to it. */
  isMaintainer(who: string): Promise<boolean>;
  /** The open issues that this pipeline's own account has opened. */
  ownIssues(): Promise<Post[]>;
  openIssue(title: string, body: string): Promise<void>;
  changeIssue(id: number, body: string): Promise<void>;
  closeIssue(id: number, words: string): Promise<void>;
  /**
   * Gets the pin of that name, or hands on where it is; false if there is none. Only the newest review of this content
   * counts, and only one of a run whose commit holds this content: of others, anybody may word the steps.
   */
  findPin(name: string, file: string): Promise<boolean>;
}

/** Who last gave each label that a pull request still has. The oldest come first. */
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
