import { kinds } from "../../../provider/every-kind.js";
import { systemIo } from "../../../provider/io/io.js";
import { Session } from "../../../provider/lifecycle/session.js";
import { decodeCheckHints, isHidden, isSecretEnvelope, type Values } from "../../../provider/spec/values.js";
import { isJsonObject, type Json } from "../../../provider/text/json.js";
import { chosenAdapter } from "../../harness/adapter.ts";
import { providerOf } from "./adapter.ts";
import { type Plan, planOf } from "./engine/plans.ts";
import { kindNamed } from "./engine/plugin.ts";
import { partialOf, secretsOpened } from "./engine/state.ts";
import type { Provider } from "./provider.ts";
import { shortSleeps } from "./short-sleeps.ts";

/** What the engine keeps of a resource. */
export interface Resource {
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

export type Step = "create" | "update" | "replace" | "delete-replace" | "same";

/**
 * The engine's work on one resource at a time, as a test asks for it: it plans as the engine does, and keeps what the
 * provider returns. Every operation is a process of its own.
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
  private readonly time = shortSleeps();

  constructor(private readonly env: Record<string, string>) {
    this.session = this.process();
  }

  /** Begins an operation, as a new plugin process does. */
  operation(): this {
    this.session = this.process();
    return this;
  }

  async check(kind: string, inputs: Values): Promise<string[]> {
    const { failures = [] } = await this.providerFor(kind, "it", inputs).check({}, structuredClone(inputs));
    return failures.map(({ reason }) => reason);
  }

  /** What `pulumi preview` would say. */
  async preview(name: string, kind: string, inputs: Values): Promise<Step> {
    return stepOf(await this.plan(name, kind, inputs));
  }

  /** What a preview takes for the properties of a resource. */
  async knownOutputs(name: string, kind: string, inputs: Values): Promise<Values> {
    const plan = await this.plan(name, kind, inputs);
    const { id, outputs } = this.resource(name);
    return plan.does === "same"
      ? outputs
      : this.providerFor(kind, name).knownOutputs(id, outputs, plan.inputs);
  }

  async up(name: string, kind: string, declared: Values): Promise<Step> {
    const plan = await this.plan(name, kind, declared);
    const step = stepOf(plan);
    if (plan.does === "same") this.resources.set(name, { ...plan.old, inputs: plan.inputs });
    if (plan.does === "update") await this.update(name, plan.old, plan.inputs);
    if (step === "delete-replace") await this.destroy(name);
    if (plan.does === "create" || plan.does === "replace") await this.create(name, kind, plan.inputs);
    if (step === "replace" && plan.does === "replace") await this.release(name, plan.old);
    return step;
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
    await this.release(name, this.resource(name));
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

  private plan(name: string, kind: string, declared: Values): Promise<Plan<Resource>> {
    return planOf(this.providerFor(kind, name, declared), declared, this.resources.get(name));
  }

  private async create(name: string, kind: string, inputs: Values): Promise<void> {
    const creating = this.providerFor(kind, name).create(structuredClone(inputs));
    const { id, outs } = await creating.catch((error) => this.recordPartial(name, { kind, inputs }, error));
    this.resources.set(name, { kind, id, inputs, outputs: this.receive({ ...outs }) });
  }

  private async update(name: string, known: Resource, inputs: Values): Promise<void> {
    const { kind, id, outputs } = known;
    const updating = this.providerFor(kind, name).update(id, structuredClone(outputs), inputs);
    const { outs } = await updating.catch((error) => this.recordPartial(name, known, error));
    this.resources.set(name, { ...known, inputs, outputs: this.receive({ ...outs }) });
  }

  private recordPartial(
    name: string,
    { kind, inputs }: Pick<Resource, "kind" | "inputs">,
    error: unknown,
  ): never {
    const partial = partialOf(error);
    if (partial !== undefined) this.resources.set(name, { kind, inputs, ...partial });
    throw error;
  }

  private async release(name: string, { kind, id, outputs }: Resource): Promise<void> {
    await this.providerFor(kind, name).delete(id, structuredClone(outputs));
  }

  /** `declared`: what is checked next, which may say what the program calls the resource. */
  private providerFor(kind: string, name: string, declared?: Values): Provider {
    if (declared !== undefined) this.called.set(name, decodeCheckHints(declared).name ?? "it");
    return providerOf(kindNamed(kind), this.session, this.called.get(name) ?? "it", this.adapter);
  }

  private process(): Session {
    const session = new Session(kinds, this.env, {
      ...systemIo,
      ...this.time,
      random: () => 0.5,
      progress: (line) => this.progress.push(line),
      warn: (line) => this.warnings.push(line),
    });
    const { provider } = this;
    if (provider !== undefined)
      session.configure((key) => provider.args[key.replace("workspace-gateway:", "")], provider.name);
    return session;
  }

  /** What the engine makes of an answer: plain values, and a note which of them are secret. */
  private receive(answer: Values): Values {
    for (const [name, value] of Object.entries<Json | undefined>(answer)) {
      if (value === undefined)
        throw new Error(`the property ${name} is undefined, which the engine's wire cannot carry`);
    }
    const isSealed = (value: Json) => isJsonObject(value) && isSecretEnvelope(value);
    this.sealed = Object.keys(answer).filter((name) => isSealed(answer[name] ?? null));
    return secretsOpened(answer);
  }
}

function stepOf(plan: Plan<Resource>): Step {
  return plan.does === "replace" && plan.deletesBefore ? "delete-replace" : plan.does;
}

function sorted(values: Values): [string, Json][] {
  const shown = Object.entries(values).filter(([name]) => !isHidden(name));
  return shown.sort(([a], [b]) => a.localeCompare(b));
}
