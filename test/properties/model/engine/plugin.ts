import type { dynamic } from "@pulumi/pulumi";
import { dynamicProvider } from "../../../../provider/dynamic/provider.js";
import { kinds } from "../../../../provider/every-kind.js";
import { type Io, systemIo } from "../../../../provider/io/io.js";
import { type ResourceContext, Session } from "../../../../provider/lifecycle/session.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import type { Stored } from "./state.ts";

/** When a process ends: before it sends its n-th request, or when its n-th call that writes has been carried out. */
export interface Death {
  readonly at: "request" | "write";
  readonly count: number;
}

/** The plugin's process: it lives for one operation of the engine, and may die before it is done. */
export class Plugin {
  /** Resources whose objects were to be left on the gateway. */
  readonly retained: Stored[] = [];
  /** When it was started, in milliseconds. */
  readonly began: number;
  /** Settles when the process dies. */
  readonly died: Promise<"died">;
  private readonly end: () => void;
  private isDead = false;
  private requests = 0;
  private writes = 0;
  private slept = 0;
  private readonly session: Session;

  constructor(
    env: Readonly<Record<string, string>>,
    private readonly clockOfMachine: () => number,
    private readonly death: Death | undefined,
  ) {
    this.began = clockOfMachine();
    const { promise, resolve } = Promise.withResolvers<"died">();
    this.died = promise;
    this.end = () => {
      this.isDead = true;
      resolve("died");
    };
    this.session = new Session(kinds, env, this.io());
  }

  now(): number {
    return this.clockOfMachine() + this.slept;
  }

  provider(kind: string): dynamic.ResourceProvider<Values, Values> {
    return dynamicProvider(kindNamed(kind), this.session);
  }

  target(kind: Kind, values: Values): ResourceContext {
    return this.session.context(kind, values);
  }

  /** What a call that writes returns, unless the process does not live to see it. */
  async written<T>(call: Promise<T>): Promise<T> {
    this.writes++;
    const isLast = this.death?.at === "write" && this.writes === this.death.count;
    const result = await call.finally(() => {
      if (isLast) this.end();
    });
    return this.isDead ? new Promise<T>(() => {}) : result;
  }

  private io(): Io {
    return {
      ...systemIo,
      now: () => this.now(),
      random: () => 0.5,
      sleep: async (milliseconds) => {
        this.slept += milliseconds; // time passes for the provider alone
        await new Promise(setImmediate); // and the gateway gets its turn
      },
      progress: () => {},
      warn: () => {},
      engineAlive: async () => {
        this.requests++;
        if (this.death?.at === "request" && this.requests >= this.death.count) this.end();
        if (this.isDead) await new Promise(() => {});
      },
    };
  }
}

export function kindNamed(name: string): Kind {
  const kind: Kind | undefined = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}
