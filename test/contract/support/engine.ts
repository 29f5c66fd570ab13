import { kinds } from "../../../provider/every-kind.js";
import { type Io, systemIo } from "../../../provider/io/io.js";
import { SharedClaims } from "../../../provider/io/shared-claims.js";
import { Session } from "../../../provider/lifecycle/session.js";
import { snakeCase } from "../../../provider/spec/field.js";
import type { Values } from "../../../provider/spec/values.js";
import { type Adapter, chosenAdapter } from "../../harness/adapter.ts";
import { plain } from "../../lifecycle/support/plain.ts";
import { providerOf } from "./adapter.ts";
import { calling } from "./calling.ts";
import type { Provider } from "./provider.ts";

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly kind: string;
  readonly inputs: Values;
  /** What it is made by, where that is not what all are made by. */
  readonly by?: By;
}

/** A process that the engine starts for resources: by an adapter, or for a provider of the program. */
export interface By {
  readonly adapter: Adapter;
  /** The provider of the program whose arguments are the settings. */
  readonly provider?: string;
  /** What tells it from other processes of the kind, such as its version. */
  readonly process?: string;
}

/** A resource in the state; `leaving` if it was replaced and its object is still to be deleted. */
interface Stored {
  readonly by: By;
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  readonly leaving: boolean;
}

/** What happens to a run. */
export interface Mishap {
  /** Only these are worked on (`--target`). */
  readonly targets?: readonly string[];
  /** Fails, as some other resource of the program does, when so many resources are through. */
  readonly failsAfter?: number;
  /** The engine is killed during its n-th call that writes: the gateway carries it out, nobody records it. */
  readonly killedAt?: number;
  /** Reads everything first, in the same process (`--refresh`). */
  readonly refreshed?: boolean;
}

export type Outcome = "done" | "failed" | "killed";

class Killed extends Error {}

/**
 * The engine, as far as chains of runs need it: every run is a process of its own that goes through the program in its
 * order (check, diff, then create, update or replace), and deletes in the end what is no longer declared, unless the run
 * has failed before. The order of calls is that of the real engine; what a run stores is all that the next one knows.
 */
export class Engine {
  state: Stored[] = [];
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  private sessions = new Map<string, Session>();
  private claims: SharedClaims[] = [];
  private operations = 0;
  private clock = 0;
  private writes = 0;
  private killedAt = Number.POSITIVE_INFINITY;
  private program: readonly Declared[] = [];

  /** What the resources are made by in the first operation, and in those that follow. Each is deleted by what it was made by. */
  constructor(
    private readonly env: Record<string, string>,
    private readonly first: By = { adapter: chosenAdapter() },
    private readonly following: By = first,
  ) {}

  private get by(): By {
    return this.operations > 1 ? this.following : this.first;
  }

  private byOf(name: string): By {
    return this.program.find((each) => each.name === name)?.by ?? this.by;
  }

  async up(program: readonly Declared[], mishap: Mishap = {}): Promise<Outcome> {
    this.program = program;
    return this.operation(mishap, async () => {
      if (mishap.refreshed === true) await this.readAll();
      for (const [index, declared] of program.entries()) {
        if (mishap.failsAfter === index) throw new Error("another resource of the program failed");
        if (isTarget(mishap, declared.name)) await this.register(declared);
      }
      if (mishap.failsAfter === program.length) throw new Error("another resource of the program failed");
      const names = new Set(program.map(({ name }) => name));
      const gone = this.state.filter(({ name, leaving }) => leaving || !names.has(name));
      for (const stored of gone.reverse()) {
        if (isTarget(mishap, stored.name)) await this.delete(stored);
      }
    });
  }

  /** Checks and compares, and writes nothing. */
  async preview(program: readonly Declared[]): Promise<Outcome> {
    return this.operation({}, async () => {
      for (const declared of program) {
        const known = this.state.find(({ name, leaving }) => name === declared.name && !leaving);
        const inputs = await this.checked(declared, known?.inputs ?? {});
        const provider = this.provider(declared.kind, declared.name);
        if (known !== undefined) await provider.diff(known.id, structuredClone(known.outputs), inputs);
      }
    });
  }

  async destroy(mishap: Mishap = {}): Promise<Outcome> {
    return this.operation(mishap, async () => {
      for (const stored of [...this.state].reverse()) {
        if (isTarget(mishap, stored.name)) await this.delete(stored);
      }
    });
  }

  async refresh(): Promise<Outcome> {
    return this.operation({}, () => this.readAll());
  }

  /** After what was read is there, the engine asks for its difference from the inputs of before. */
  private async readAll(): Promise<void> {
    for (const stored of this.state) {
      const provider = this.provider(stored.kind, stored.name, stored.by);
      const seen = await provider.read(stored.id, structuredClone(stored.outputs));
      const outputs = plain({ ...seen.props });
      const inputs = plain({ ...(seen.inputs ?? stored.inputs) });
      if (seen.id !== "") await provider.diff(stored.id, structuredClone(outputs), stored.inputs);
      this.replace(stored, seen.id === "" ? [] : [{ ...stored, inputs, outputs }]);
    }
  }

  /** The ids of what a resource of the state stands for. */
  idOf(name: string): string | undefined {
    return this.state.find((stored) => stored.name === name && !stored.leaving)?.id;
  }

  private async operation(mishap: Mishap, work: () => Promise<void>): Promise<Outcome> {
    this.sessions = new Map();
    this.operations++;
    this.writes = 0;
    this.killedAt = mishap.killedAt ?? Number.POSITIVE_INFINITY;
    try {
      await work();
      for (const session of this.sessions.values()) session.end();
      return "done";
    } catch (error) {
      if (error instanceof Killed) return "killed";
      this.errors.push(error instanceof Error ? error.message : String(error));
      return "failed";
    } finally {
      for (const claims of this.claims.splice(0)) claims.end();
    }
  }

  private async checked({ name, kind, inputs: goal }: Declared, olds: Values): Promise<Values> {
    const news = { ...structuredClone(goal), ...calling(name) };
    const { inputs = goal, failures = [] } = await this.provider(kind, name).check(olds, news);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return inputs;
  }

  private async register(declared: Declared): Promise<void> {
    const { name, kind } = declared;
    const known = this.state.find((stored) => stored.name === name && !stored.leaving);
    const provider = this.provider(kind, name);
    const inputs = await this.checked(declared, known?.inputs ?? {});
    if (known === undefined) return this.create(name, kind, inputs);
    const diff = await provider.diff(known.id, structuredClone(known.outputs), inputs);
    if (diff.changes !== true) return this.replace(known, [{ ...known, inputs, by: this.byOf(name) }]);
    if ((diff.replaces ?? []).length === 0) return this.update(known, inputs);
    const fresh = await this.checked(declared, {});
    if (diff.deleteBeforeReplace === true) {
      await this.delete(known);
      return this.create(name, kind, fresh);
    }
    await this.create(name, kind, fresh);
    this.replace(known, [{ ...known, leaving: true }]);
  }

  private async create(name: string, kind: string, inputs: Values): Promise<void> {
    const stored = { name, kind, inputs, leaving: false, by: this.byOf(name) };
    try {
      const { id, outs } = await this.written(this.provider(kind, name).create(structuredClone(inputs)));
      this.state.push({ ...stored, id, outputs: plain({ ...outs }) });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) this.state.push({ ...stored, ...partial });
      throw error;
    }
  }

  private async update(known: Stored, inputs: Values): Promise<void> {
    try {
      const provider = this.provider(known.kind, known.name);
      const result = await this.written(provider.update(known.id, structuredClone(known.outputs), inputs));
      this.replace(known, [
        { ...known, inputs, outputs: plain({ ...result.outs }), by: this.byOf(known.name) },
      ]);
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) this.replace(known, [{ ...known, ...partial }]);
      throw error;
    }
  }

  private async delete(known: Stored): Promise<void> {
    const provider = this.provider(known.kind, known.name, known.by);
    await this.written(provider.delete(known.id, structuredClone(known.outputs)));
    this.replace(known, []);
  }

  /** What a call that writes returns, unless the engine does not live to see it. */
  private async written<T>(call: Promise<T>): Promise<T> {
    this.writes++;
    const killed = this.writes === this.killedAt;
    const result = await call.catch((error) => Promise.reject(killed ? new Killed() : error));
    if (killed) throw new Killed();
    return result;
  }

  private replace(known: Stored, by: readonly Stored[]): void {
    this.state = this.state.flatMap((stored) => (stored === known ? by : [stored]));
  }

  private provider(ofKind: string, name: string, by = this.byOf(name)): Provider {
    const kind = kinds.find((candidate) => candidate.name === ofKind);
    if (kind === undefined) throw new Error(`no kind ${ofKind}`);
    return providerOf(kind, this.session(by), name, by.adapter);
  }

  private session(by: By): Session {
    const key = JSON.stringify(by);
    const session = this.sessions.get(key) ?? this.process(by);
    this.sessions.set(key, session);
    return session;
  }

  private process({ provider }: By): Session {
    const claims = new SharedClaims(
      `${process.pid}:${this.env.WORKSPACE_GATEWAY_BASE_URL}:${this.operations}`,
    );
    this.claims.push(claims);
    const io: Io = {
      ...systemIo,
      now: () => Date.now() + this.clock,
      random: () => 0.5,
      sleep: async (milliseconds) => {
        this.clock += milliseconds; // time passes for the provider alone
        await new Promise(setImmediate); // and the gateway gets its turn
      },
      progress: () => {},
      warn: (line) => this.warnings.push(line),
      claims,
    };
    const session = new Session(kinds, this.env, io);
    const settings = new Map(
      Object.entries(this.env).map(([name, value]) => [name.replace(/^WORKSPACE_GATEWAY_/, ""), value]),
    );
    if (provider !== undefined)
      session.configure((key) => settings.get(snakeCase(lastPart(key)).toUpperCase()), provider);
    return session;
  }
}

function isTarget({ targets }: Mishap, name: string): boolean {
  return targets === undefined || targets.includes(name);
}

function partialOf(error: unknown): { id: string; outputs: Values } | undefined {
  return error instanceof Error && "id" in error && "properties" in error
    ? { id: String(error.id), outputs: plain({ ...Object(error.properties) }) }
    : undefined;
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(":") + 1);
}
