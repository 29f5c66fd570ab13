import * as pulumi from "@pulumi/pulumi";
import { unknownConfigKeys } from "./config-keys.js";
import { requireNode } from "./node-version.js";
import { refusePlainCredentials } from "./plain-credentials.js";

/** A process that embeds its programs runs several, each with a configuration of its own. */
class Preflights {
  private readonly passed = new WeakSet<object>();

  /** What has to be right before a program declares or reads anything, looked at with its first resource or function. */
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
