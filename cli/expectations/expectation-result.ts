import type { Assumption } from "../routing/assumptions.js";
import type { YamlPlace } from "../text/yaml-file.js";

/**
 * `held`; `broken`: it is otherwise; `depends`: it is met under some readings of what the API leaves open, not under all; `unknown`:
 * nobody can know here. Only what is held passes.
 */
export type ExpectationStatus = "held" | "broken" | "depends" | "unknown";

/** What became of one line of the file, in one workspace. */
export interface ExpectationResult extends YamlPlace {
  readonly file: string;
  /** The keys that lead to it, such as `workspaces`, `Support*`, `routes`, `default`, `model`. */
  readonly path: readonly string[];
  /** The name of the workspace, or its id if nobody knows the name. Undefined if none is meant. */
  readonly workspace?: string;
  readonly status: ExpectationStatus;
  /** In words, such as "model openai/gpt-small". */
  readonly expected: string;
  /** What is so: where the name ends and by which mapping. A sentence without its full stop. */
  readonly found: string;
  /** What the API leaves open and this depends on, in words. */
  readonly depends: readonly string[];
  /** What would have to be assumed so that it no longer depends on that. Empty if no assumption settles it. */
  readonly settledBy: readonly Assumption[];
  /** The resource that it is about, if it is about one: the mapping or the model that decides, a prompt, a budget. */
  readonly urn?: string;
  readonly name?: string;
}
