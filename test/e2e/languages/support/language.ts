import type { Had } from "../../../harness/cli/kits.ts";
import type { PulumiProject } from "../../../harness/engine.ts";

/** What runs the program of a project: the CLI, or something in its place. */
export type Program = Pick<PulumiProject, "up" | "preview">;

/** A language whose example lives a whole life. */
export interface Language {
  /** The folder of its example. */
  readonly folder: string;
  /** Files that the test adds to the example, or puts in the place of its own. */
  readonly files: () => Promise<Readonly<Record<string, string>>>;
  /** By what an object is imported: the command loads the language's host, which not every language has here. */
  readonly imports: readonly ("command" | "option")[];
  /** Finds what its programs need on this machine; what comes of it makes them run in a project. */
  readonly find: () => Promise<Had<{ prepare: Preparation }>>;
}

/** The project has what Pulumi makes of our schema in `sdk`, a folder for each language. */
type Preparation = (project: PulumiProject) => Promise<Program>;
