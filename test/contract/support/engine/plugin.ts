import { randomUUID } from "node:crypto";
import { kinds } from "../../../../provider/every-kind.js";
import { type Io, systemIo } from "../../../../provider/io/io.js";
import { SharedClaims } from "../../../../provider/io/shared-claims.js";
import { Session } from "../../../../provider/lifecycle/session.js";
import { snakeCase } from "../../../../provider/spec/field.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import { providerOf } from "../adapter.ts";
import type { By, Provider } from "../provider.ts";
import { shortSleeps } from "../short-sleeps.ts";

/** When a process ends: before it sends its n-th request, or when its n-th call that writes has been carried out. */
export interface Death {
  readonly at: "request" | "write";
  readonly count: number;
}

/** What the processes of an operation are started with. */
interface Start {
  readonly env: Readonly<Record<string, string>>;
  readonly by: By;
  readonly warn: (line: string) => void;
  readonly death?: Death | undefined;
}

/** The plugin's processes: they live for one operation of the engine, and may die before it is done. */
export class Plugin {
  /** Settles when the processes die. */
  readonly died: Promise<"died">;
  private readonly die: () => void;
  private readonly operation = randomUUID();
  private readonly sessions = new Map<string, { session: Session; claims: SharedClaims }>();
  private isDead = false;
  private requests = 0;
  private writes = 0;
  private readonly time = shortSleeps();

  constructor(private readonly start: Start) {
    const { promise, resolve } = Promise.withResolvers<"died">();
    this.died = promise;
    this.die = () => {
      this.isDead = true;
      resolve("died");
    };
  }

  get by(): By {
    return this.start.by;
  }

  /** `name`: that of the resource in the program. */
  provider(kind: string, name: string, by: By): Provider {
    return providerOf(kindNamed(kind), this.session(by), name, by.adapter);
  }

  private session(by: By): Session {
    const key = JSON.stringify(by);
    const known = this.sessions.get(key) ?? this.begin(by);
    this.sessions.set(key, known);
    return known.session;
  }

  /** Ends the processes. `isDone`: as the engine tells them to when all has gone well. */
  end(isDone: boolean): void {
    for (const { session, claims } of this.sessions.values()) {
      if (isDone) session.end();
      claims.end();
    }
  }

  /** What a call that writes returns, unless the process does not live to see it. */
  async written<T>(call: Promise<T>): Promise<T> {
    const { death } = this.start;
    this.writes++;
    const isLast = death?.at === "write" && this.writes === death.count;
    const result = await call.finally(() => {
      if (isLast) this.die();
    });
    return this.isDead ? new Promise<T>(() => {}) : result;
  }

  private begin({ provider }: By): { session: Session; claims: SharedClaims } {
    const { env } = this.start;
    const claims = new SharedClaims(this.operation);
    const session = new Session(kinds, env, this.io(claims));
    const settings = new Map(
      Object.entries(env).map(([name, value]) => [name.replace(/^WORKSPACE_GATEWAY_/, ""), value]),
    );
    if (provider !== undefined) {
      const nameOf = (key: string) => snakeCase(key.slice(key.lastIndexOf(":") + 1)).toUpperCase();
      session.configure((key) => settings.get(nameOf(key)), provider);
    }
    return { session, claims };
  }

  private io(claims: SharedClaims): Io {
    const { death, warn } = this.start;
    return {
      ...systemIo,
      claims,
      ...this.time,
      random: () => 0.5,
      progress: () => {},
      warn,
      engineAlive: async () => {
        this.requests++;
        if (death?.at === "request" && this.requests >= death.count) this.die();
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
