import type { dynamic } from "@pulumi/pulumi";
import { kinds } from "./every-kind.js";
import { engineIo } from "./lifecycle/engine/engine-io.js";
import { Session } from "./lifecycle/operation/session.js";
import { dynamicProvider } from "./lifecycle/provider.js";
import { requireNode } from "./program/node-version.js";

/** The one session of this process: the engine starts a process of its own for every operation. */
const io = engineIo();
const session = new Session(kinds, process.env, io);

// From now on the end of the engine is noticed, also while there is nothing to send.
void io.attended();

// The engine interrupts its plugins when an operation has ended: the only sign of it that there is.
process.once("SIGINT", () => {
  for (const line of session.costs()) {
    console.log(line);
  }
  process.exit(0);
});

/** What the `__provider` text of every stored resource calls, of this release and of all earlier ones. */
export function provider(name: string): dynamic.ResourceProvider {
  requireNode();
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    throw new Error(
      `pulumi-workspace-gateway does not know the kind ${name}: the stack was last written by a newer version, install that.`,
    );
  }
  return dynamicProvider(kind, session);
}
