import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "./dynamic/provider.js";
import { kinds } from "./every-kind.js";
import { engineIo, startSession } from "./lifecycle/engine.js";
import { requireNode } from "./program/node-version.js";

const { session } = startSession(kinds, engineIo(), (line) => console.log(line));

/** The `__provider` text of every stored resource calls this, whether this or an earlier release wrote it. */
export function provider(name: string): dynamic.ResourceProvider {
  requireNode();
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    throw new Error(
      `pulumi-workspace-gateway does not know the kind ${name}, because a newer version wrote the stack. Install that version.`,
    );
  }
  return dynamicProvider(kind, session);
}
