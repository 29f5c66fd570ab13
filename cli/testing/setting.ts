import type { Mocks, OtherStacks } from "./api.js";
import type { StackNames } from "./engine/urns.js";
import type { Project } from "./program/project.js";
import type { StackConfig } from "./program/stack-config.js";

/** All that a program runs with. */
export interface Setting {
  readonly project: Project;
  readonly stack: StackNames;
  readonly config: StackConfig;
  /** Of the program, and of what makes its resources: it leads to the gateways of the test. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mocks: Mocks;
  readonly stackReferences: OtherStacks;
  /** Milliseconds that the program may run. */
  readonly timeout: number;
  /** Called when a workspace has been made. */
  onWorkspace(id: string): void;
}
