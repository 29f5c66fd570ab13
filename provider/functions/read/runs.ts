import * as pulumi from "#sdk";
import type { Client } from "../../client/client.js";
import { systemIo } from "../../io/io.js";
import { Session } from "../../lifecycle/operation/session.js";
import { preflights } from "../../program/preflight.js";
import { isLater } from "./options.js";

/** One session for each run. A process with inline programs has several, each with a config of its own. */
class Runs {
  private readonly sessions = new WeakMap<object, Session>();

  get session(): Session {
    const run = pulumi.getStackResource() ?? this;
    const known = this.sessions.get(run);
    if (known !== undefined) {
      return known;
    }
    preflights.pass();
    const session = new Session([], process.env, systemIo); // functions read no kinds
    session.configure((key) => pulumi.getConfig(key));
    this.sessions.set(run, session);
    return session;
  }
}

/** The clients of the program's process; the engine's plugin has its own. */
const runs = new Runs();

/** The client of a connection in the current run; throws if the settings are missing or wrong. */
export function clientOf(connection: string | undefined): Client {
  return runs.session.client(connection);
}

/** Refuses arguments whose values a program does not know yet. */
export function refuseUnresolved(name: string, args: object): void {
  const unresolved = Object.entries(args).find(([, value]) => isLater(value));
  if (unresolved !== undefined) {
    throw new Error(
      `${name}: ${unresolved[0]} is an output or a promise, whose value is not known yet: use ${name}Output.`,
    );
  }
}
