import * as pulumi from "#sdk";
import { unknownVariables } from "../client/settings/unknown-variables.js";
import { unknownConfigKeys } from "./config-keys.js";
import { keepDebugMessages } from "./debugging/debug-messages.js";
import { requireNode } from "./node-version.js";
import { refusePlainCredentials } from "./plain-credentials.js";
import { requirePlugin } from "./require-plugin.js";

/**
 * The checks before a program, once per program.
 * One process may run several programs, each with its own config.
 */
class Preflights {
  private readonly passed = new WeakSet<object>();
  private readonly passedWithPlugin = new WeakSet<object>();

  /**
   * Checks what must be right before a program declares or reads anything.
   * Its first resource or function calls this.
   */
  pass(): void {
    once(this.passed, () => {
      requireNode();
      keepDebugMessages();
      refusePlainCredentials();
      for (const line of [...unknownConfigKeys(pulumi.getProject()), ...unknownVariables(process.env)]) {
        void pulumi.log.warn(line); // never fails, and the program does not end before the engine has it
      }
    });
  }

  /** Checks what must be right before the plugin makes or reads anything. */
  passWithPlugin(): void {
    this.pass();
    once(this.passedWithPlugin, requirePlugin);
  }
}

/** Outside of a run nobody can say whether a check was passed already. */
function once(passed: WeakSet<object>, check: () => void): void {
  const run = pulumi.getStackResource();
  if (run === undefined || !passed.has(run)) {
    check();
    if (run !== undefined) {
      passed.add(run);
    }
  }
}

export const preflights = new Preflights();
