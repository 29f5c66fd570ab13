import * as pulumi from "#sdk";
import { unknownVariables } from "../client/settings/unknown-variables.js";
import { unknownConfigKeys } from "./config-keys.js";
import { dropDebugMessages } from "./debugging/debug-messages.js";
import { requireNode } from "./node-version.js";
import { refusePlainCredentials } from "./plain-credentials.js";
import { requirePlugin } from "./require-plugin.js";

/** Checks a program once before it uses this package. One process may run several programs, each with its own config. */
class Preflights {
  private readonly passed = new WeakSet<object>();
  private readonly passedWithPlugin = new WeakSet<object>();

  /**
   * Checks Node and the stack's config before the program's first resource or function. Throws if Node is too old, or if a
   * credential is in plain text. Warns about unknown settings.
   */
  pass(): void {
    once(this.passed, () => {
      requireNode();
      dropDebugMessages();
      refusePlainCredentials();
      for (const line of [...unknownConfigKeys(pulumi.getProject()), ...unknownVariables(process.env)]) {
        void pulumi.log.warn(line); // never rejects, and the program does not end before the engine has the line
      }
    });
  }

  /** Also throws if Pulumi would not find the native plugin. */
  passWithPlugin(): void {
    this.pass();
    once(this.passedWithPlugin, requirePlugin);
  }
}

/** Runs a check once per program. Without a stack, as in some tests, it runs each time, because programs cannot be told apart. */
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
