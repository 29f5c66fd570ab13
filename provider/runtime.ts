import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "./dynamic/provider.js";
import { kinds } from "./every-kind.js";
import { engineIo } from "./lifecycle/engine.js";
import { Session } from "./lifecycle/session.js";
import { requireNode } from "./program/node-version.js";

/** The only session of this process, because the engine starts a new process for every operation. */
const io = engineIo();
const session = new Session(kinds, process.env, io);

// From now on we notice when the engine ends, also while we send nothing.
void io.engineAlive();
process.once("exit", io.end);

// The engine sends its plugins SIGINT when an operation has ended. There is no other sign of the end.
process.once("SIGINT", () => {
  session.end();
  for (const line of session.costs()) {
    console.log(line);
  }
  void io.delivered().then(() => process.exit(0));
});

/** The `__provider` text of every stored resource calls this, whether this or an earlier release wrote it. */
export function provider(name: string): dynamic.ResourceProvider {
  requireNode();
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    throw new Error(
      `pulumi-workspace-gateway does not know the kind ${name}: a newer version wrote the stack. Install that version.`,
    );
  }
  return dynamicProvider(kind, session);
}
