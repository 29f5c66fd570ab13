import { kinds as specs } from "../../../provider/every-kind.js";
import { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { decodeCheckHints, isHidden, type Values } from "../../../provider/spec/values.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";
import { chosenAdapter } from "../../harness/adapter.ts";
import { providerOf } from "./adapter.ts";
import type { Provider } from "./provider.ts";

/** What the engine keeps of a resource. */
export interface Resource {
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

export type Step = "create" | "update" | "replace" | "delete-replace" | "same";

/**
 * The engine's part, as small as the laws need it: it calls a provider's methods in the engine's order, with plain
 * values as the engine hands them over, and keeps what they return. Every operation is a process of its own.
 */
export class Stack {
  readonly resources = new Map<string, Resource>();
  readonly warnings: string[] = [];
  readonly progress: string[] = [];
  /** How the secrets of the last answer lay on the wire: names of the properties that were wrapped. */
  sealed: string[] = [];
  /** How the engine reaches the provider from now on. */
  adapter = chosenAdapter();
  /** A provider that the program declares, with its arguments: from the next operation on, its settings are the ones. */
  provider: { readonly name: string; readonly args: Readonly<Record<string, string>> } | undefined;
  /** What the program calls its resources. Those that a law gives no name are called the same: no check tells them apart. */
  private readonly called = new Map<string, string>();
  private session: Session;
  private clock = 0;

  constructor(
    private readonly env: Record<string, string>,
    private readonly kinds: readonly Kind[] = specs,
  ) {
    this.session = this.process();
  }

  /** Begins an operation, as a new plugin process does. */
  operation(): this {
    this.session = this.process();
    return this;
  }

  async check(kind: string, inputs: Values): Promise<string[]> {
    return (await this.checked("it", kind, {}, inputs)).failures;
  }

  /** What `pulumi preview` would say. */
  async preview(name: string, kind: string, inputs: Values): Promise<Step> {
    return (await this.plan(name, kind, inputs)).step;
  }

  /** What a preview takes for the properties of a resource. */
  async knownOutputs(name: string, kind: string, inputs: Values): Promise<Values> {
    const plan = await this.plan(name, kind, inputs);
    const { id, outputs } = this.resource(name);
    return plan.step === "same"
      ? outputs
      : this.providerFor(kind, name).knownOutputs(id, outputs, plan.inputs);
  }

  async up(name: string, kind: string, declared: Values): Promise<Step> {
    const { step, inputs } = await this.plan(name, kind, declared);
    const known = this.resources.get(name);
    if (known === undefined) {
      await this.create(name, kind, inputs);
    } else if (step === "update") {
      await this.update(name, known, inputs);
    } else if (step === "delete-replace") {
      await this.release(name, known);
      this.resources.delete(name);
      await this.create(name, kind, inputs);
    } else if (step === "replace") {
      await this.create(name, kind, inputs);
      await this.release(name, known);
    } else {
      this.resources.set(name, { ...known, inputs });
    }
    return step;
  }

  /** The engine checks with the inputs of before, and again without them what it will create. */
  private async plan(name: string, kind: string, declared: Values): Promise<{ step: Step; inputs: Values }> {
    const known = this.resources.get(name);
    const check = async (olds: Values) => {
      const { inputs, failures } = await this.checked(name, kind, olds, declared);
      if (failures.length > 0) throw new Error(failures.join("\n"));
      return inputs;
    };
    const inputs = await check(known?.inputs ?? {});
    if (known === undefined) return { step: "create", inputs };
    const diff = await this.providerFor(kind, name).diff(known.id, known.outputs, inputs);
    if (diff.changes !== true) return { step: "same", inputs };
    if ((diff.replaces ?? []).length === 0) return { step: "update", inputs };
    const step = diff.deleteBeforeReplace === true ? "delete-replace" : "replace";
    return { step, inputs: await check({}) };
  }

  private async checked(name: string, kind: string, olds: Values, declared: Values) {
    this.called.set(name, decodeCheckHints(declared).name ?? "it");
    const answer = await this.providerFor(kind, name).check(structuredClone(olds), structuredClone(declared));
    const failures = (answer.failures ?? []).map(({ reason }) => reason);
    return { inputs: answer.inputs ?? declared, failures };
  }

  /** Reads every resource; returns the names of those whose inputs, as people see them, or presence changed. */
  async refresh(): Promise<string[]> {
    const changed: string[] = [];
    for (const [name, known] of this.resources) {
      const provider = this.providerFor(known.kind, name);
      const result = await provider.read(known.id, structuredClone(known.outputs), known.inputs);
      if (result.id === "") {
        this.resources.delete(name);
        changed.push(name);
        continue;
      }
      const inputs = this.receive({ ...(result.inputs ?? known.inputs) });
      if (JSON.stringify(sorted(inputs)) !== JSON.stringify(sorted(known.inputs))) changed.push(name);
      const outputs = this.receive({ ...result.props });
      await provider.diff(known.id, outputs, known.inputs); // to show people what the refresh has found
      this.resources.set(name, { ...known, inputs, outputs });
    }
    return changed;
  }

  async get(kind: string, id: string, lookup: Values): Promise<Values> {
    const result = await this.providerFor(kind, "it").read(id, { ...lookup, __get: true });
    return this.receive({ ...result.props });
  }

  async destroy(name: string): Promise<void> {
    const known = this.resource(name);
    await this.release(name, known);
    this.resources.delete(name);
  }

  /** Ends the operation, as the engine tells its plugins to. */
  end(): void {
    this.session.end();
  }

  /** What the operation says of its cost. */
  costs(): string[] {
    return this.session.costs();
  }

  resource(name: string): Resource {
    const known = this.resources.get(name);
    if (known === undefined) throw new Error(`no resource ${name} in the stack`);
    return known;
  }

  private async create(name: string, kind: string, inputs: Values): Promise<void> {
    try {
      const { id, outs } = await this.providerFor(kind, name).create(structuredClone(inputs));
      this.resources.set(name, { kind, id, inputs, outputs: this.receive({ ...outs }) });
    } catch (error) {
      this.recordPartial(name, kind, inputs, error);
      throw error;
    }
  }

  private async update(name: string, known: Resource, inputs: Values): Promise<void> {
    try {
      const result = await this.providerFor(known.kind, name).update(
        known.id,
        structuredClone(known.outputs),
        inputs,
      );
      this.resources.set(name, { ...known, inputs, outputs: this.receive({ ...result.outs }) });
    } catch (error) {
      this.recordPartial(name, known.kind, known.inputs, error);
      throw error;
    }
  }

  private recordPartial(name: string, kind: string, inputs: Values, error: unknown): void {
    if (error instanceof Error && "id" in error && "properties" in error) {
      const outputs = this.receive({ ...Object(error.properties) });
      this.resources.set(name, { kind, id: String(error.id), inputs, outputs });
    }
  }

  private async release(name: string, { kind, id, outputs }: Resource): Promise<void> {
    await this.providerFor(kind, name).delete(id, structuredClone(outputs));
  }

  private providerFor(ofKind: string, name: string): Provider {
    const kind = this.kinds.find((candidate) => candidate.name === ofKind);
    if (kind === undefined) throw new Error(`no kind ${ofKind}`);
    return providerOf(kind, this.session, this.called.get(name) ?? "it", this.adapter);
  }

  private process(): Session {
    const session = new Session(this.kinds, this.env, {
      now: () => Date.now() + this.clock,
      random: () => 0.5,
      sleep: async (milliseconds) => {
        this.clock += milliseconds; // time passes for the provider alone
        await new Promise(setImmediate); // and the gateway gets its turn
      },
      progress: (line) => this.progress.push(line),
      warn: (line) => this.warnings.push(line),
      engineAlive: async () => {},
      cancelled: new AbortController().signal,
    });
    const { provider } = this;
    if (provider !== undefined)
      session.configure((key) => provider.args[key.replace("workspace-gateway:", "")], provider.name);
    return session;
  }

  /** What the engine makes of an answer: plain values, and a note which of them are secret. */
  private receive(answer: Values): Values {
    this.sealed = [];
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, this.open(name, value)]));
  }

  private open(name: string, value: Json | undefined): Json {
    if (value === undefined)
      throw new Error(`the property ${name} is undefined, which the engine's wire cannot carry`);
    if (!isEnvelope(value)) return value;
    this.sealed.push(name);
    return value.value ?? null;
  }
}

function isEnvelope(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value;
}

function sorted(values: Values): [string, Json][] {
  const shown = Object.entries(values).filter(([name]) => !isHidden(name));
  return shown.sort(([a], [b]) => a.localeCompare(b));
}
