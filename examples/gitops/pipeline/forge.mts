/** A comment or an issue that this pipeline wrote earlier. */
export interface Post {
  readonly id: number;
  readonly body: string;
}

/** Where pull requests are reviewed and issues are kept. */
export interface Forge {
  /** The most characters that a comment or an issue may have. */
  readonly limit: number;
  /** The commit that the run looks at, and the address of the run. */
  readonly commit: string;
  readonly run: string;
  /** The comments on the pull request that this pipeline's own account has written, the oldest first. */
  ownComments(): Promise<Post[]>;
  addComment(body: string): Promise<void>;
  changeComment(id: number, body: string): Promise<void>;
  /** The open issues that this pipeline's own account has opened. */
  ownIssues(): Promise<Post[]>;
  openIssue(title: string, body: string): Promise<void>;
  changeIssue(id: number, body: string): Promise<void>;
  closeIssue(id: number, words: string): Promise<void>;
  /** Gets the newest pin of that name, or hands on where it is; false if there is none. */
  findPin(name: string, file: string): Promise<boolean>;
}

/** Reads a variable of the pipeline's environment. */
export function setting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`The variable ${name} is not set.`);
  return value;
}
