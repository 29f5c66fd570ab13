import * as pulumi from "@pulumi/pulumi";
import { unknownConfigKeys } from "./config-keys.js";
import { requireNode } from "./node-version.js";
import { refusePlainCredentials } from "./plain-credentials.js";

/**
 * The checks before a program, once per program.
 * One process may run several programs, each with its own config.
 */
class Preflights {
  private readonly passed = new WeakSet<object>();

  /**
   * Checks what must be right before a program declares or reads anything.
   * Its first resource or function calls this.
   */
  pass(): void {
    const run = pulumi.runtime.getStackResource();
    if (run !== undefined && this.passed.has(run)) {
      return;
    }
    requireNode();
    refusePlainCredentials();
    for (const line of unknownConfigKeys(pulumi.getProject())) {
      void pulumi.log.warn(line); // never fails, and the program does not end before the engine has it
    }
    if (run !== undefined) {
      this.passed.add(run);
    }
  }
}

export const preflights = new Preflights();
