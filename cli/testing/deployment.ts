import type { MockCallArgs, MockResourceArgs } from "@pulumi/pulumi/runtime/mocks.js";
import {
  declaredProvider,
  defined,
  dynamicProvider,
  encodeCheckHints,
  hidden,
  invokePlugin,
  isNativeType,
  type Kind,
  kindNameOf,
  kindOfType,
  messageOf,
  redact,
  Session,
  secretEnvelope,
  settingNames,
  systemIo,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { isSecretValue, plainState, readStackState, type StackState } from "../stack/stack-state.js";
import type { Diagnostic, Mocks } from "./api.js";
import type { Project, StackConfig } from "./project.js";

const testingPage =
  "https://github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/blob/main/docs/testing.md";

/** A resource that the program declares or reads. Secret inputs are in envelopes. */
export type Declared = Omit<MockResourceArgs, "inputs"> & {
  readonly inputs: Values;
  readonly urn: string;
  /** Whether the program only reads the resource with `X.get`. */
  readonly external: boolean;
  readonly secretOutputs: readonly string[];
};

/** A message from the program's process. Messages with a number receive a response. */
export type Message =
  | { readonly is: "resource"; readonly number: number; readonly declared: Declared }
  | { readonly is: "call"; readonly number: number; readonly called: MockCallArgs }
  | { readonly is: "outputs"; readonly outputs: Values }
  | { readonly is: "log"; readonly severity: number; readonly message: string; readonly urn: string }
  | { readonly is: "unsupported"; readonly feature: string };

export interface Answer<Result = unknown> {
  readonly number: number;
  readonly result?: Result;
  readonly error?: string;
}

export interface Setting {
  readonly project: Project;
  readonly stack: string;
  readonly config: StackConfig;
  /** Environment of the program and the provider, with the settings of the test's gateways. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mocks: Mocks;
  readonly timeout: number;
  onWorkspace(id: string): void;
}

const severities = ["info", "info", "warning", "error"] as const;

/** Creates resources with the dynamic provider's handlers. Stops at the first failure. */
export class Deployment {
  readonly diagnostics: Diagnostic[] = [];
  /** Stack outputs. Secrets are in envelopes. */
  outputs: Values = {};
  failed = false;
  private readonly created: object[] = [];
  private readonly urns = new Set<string>();
  private underWay = 0;
  private readonly sessions = new Map<string | undefined, Session>();

  /** @param stop - ends the program after a failure, once no operation is running */
  constructor(
    private readonly setting: Setting,
    private readonly kinds: readonly Kind[],
    private readonly stop: () => void,
  ) {}

  get state(): StackState {
    const text = JSON.stringify({ version: 3, deployment: { resources: this.created } });
    return readStackState(text, this.kinds);
  }

  fail(reasons: readonly string[], urn?: string): void {
    for (const message of reasons) {
      this.tell("error", message, urn);
    }
    this.failed = true;
    this.stopIfIdle();
  }

  async received(message: Message): Promise<unknown> {
    switch (message.is) {
      case "resource":
        return this.resource(message.declared);
      case "call":
        return this.call(message.called);
      case "outputs":
        this.outputs = message.outputs;
        return undefined;
      case "log":
        return this.tell(severities[message.severity] ?? "info", message.message, message.urn || undefined);
      case "unsupported":
        return this.fail([
          `the program uses ${message.feature}, which deploy() does not support. Test it with Pulumi's engine: ` +
            `${testingPage} shows how.`,
        ]);
    }
  }

  private tell(severity: Diagnostic["severity"], message: string, urn?: string): void {
    // A program, or a library that it calls, may put a secret into an error.
    const shown = redact(message, this.setting.config.secretTexts);
    this.diagnostics.push({ severity, message: shown, ...defined({ urn }) });
  }

  private async resource(declared: Declared): Promise<unknown> {
    if (!this.failed) {
      this.underWay++;
      try {
        return await this.register(declared);
      } catch (error) {
        this.fail(error instanceof CheckFailure ? error.reasons : [messageOf(error)], declared.urn);
      } finally {
        this.underWay--;
        this.stopIfIdle();
      }
    }
    return new Promise(() => {}); // the engine does not respond after a failure
  }

  private stopIfIdle(): void {
    if (this.failed && this.underWay === 0) {
      this.stop();
    }
  }

  private async register(declared: Declared): Promise<{ readonly id?: string; readonly state: Values }> {
    const { urn, inputs, secretOutputs } = declared;
    if (this.urns.has(urn)) {
      throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    }
    this.urns.add(urn);
    const made = await this.make(declared, opened(inputs));
    const isSecret = (name: string) => secretOutputs.includes(name) || isSecretValue(inputs[name]);
    const outputs = Object.fromEntries(
      Object.entries(made.outputs).map(([name, value]) => [
        name,
        isSecret(name) ? secretEnvelope(value) : value,
      ]),
    );
    this.created.push({ ...declared, id: made.id, outputs });
    return { ...defined({ id: made.id }), state: outputs };
  }

  private async make(declared: Declared, inputs: Values): Promise<{ id?: string; outputs: Values }> {
    const { urn, type, name, custom, external, id = "", provider: reference } = declared;
    if (custom === false) {
      return { outputs: {} };
    }
    if (type === "pulumi:pulumi:StackReference") {
      throw new Error(
        `deploy() cannot access other stacks, so the outputs of "${name}" are unknown. Pass their values in the config, or test ` +
          `the program with Pulumi's engine: ${testingPage} shows how.`,
      );
    }
    if (type.startsWith("pulumi:providers:")) {
      return { id: name, outputs: inputs };
    }
    if (kindNameOf(type) === undefined) {
      const ofRead = defined({ id: id || undefined });
      const mocked = await this.setting.mocks.newResource?.({ type, name, inputs, ...ofRead });
      const outputs: Values = JSON.parse(JSON.stringify(mocked?.state ?? inputs));
      return { id: mocked?.id ?? (id || `${name}-id`), outputs };
    }
    const kind = kindOfType(type, this.kinds);
    if (kind === undefined) {
      throw new Error(`pulumi-workspace-gateway does not recognize the resource type ${type}.`);
    }
    const provider = dynamicProvider(kind, this.session(declaredProvider(reference)));
    if (external) {
      const found = await provider.read?.(id, { ...inputs, [hidden.get]: true });
      if (!found?.id) {
        throw new Error(`resource '${id}' does not exist`);
      }
      return { id: found.id, outputs: found.props ?? {} };
    }
    // A program that uses the native plugin relies on the engine to set these properties.
    const news = { [hidden.urn]: urn, [hidden.retained]: encodeCheckHints(urn), ...inputs };
    const { inputs: checked = news, failures = [] } = (await provider.check?.({}, news)) ?? {};
    if (failures.length > 0) {
      throw new CheckFailure(
        failures.map(({ reason }) => `${type} resource '${name}' has a problem: ${reason}`),
      );
    }
    const { id: created, outs: outputs = {} } = await provider.create(checked);
    if (kind.name === "Workspace") {
      this.setting.onWorkspace(created);
    }
    return { id: created, outputs };
  }

  /** A failure does not end the run, because the program may handle it. */
  private async call({ token, inputs, provider }: MockCallArgs): Promise<unknown> {
    if (isNativeType(token)) {
      return invokePlugin(token, opened(inputs), this.session(declaredProvider(provider)));
    }
    const { call } = this.setting.mocks;
    if (call === undefined) {
      throw new Error(
        `${token} is a function from another package, and tests do not start that package's plugin. Define the function's result with the ` +
          "option `mocks: { call }`, such as `({ token, inputs }) => ({ … })`.",
      );
    }
    return call({ token, inputs: opened(inputs) });
  }

  /** An explicit provider uses the connection of the same name, or the default one. */
  private session(provider: string | undefined): Session {
    const known = this.sessions.get(provider);
    if (known !== undefined) {
      return known;
    }
    const { env, config } = this.setting;
    const warn = (message: string, urn?: string) => this.tell("warning", message, urn);
    const session = new Session(this.kinds, env, { ...systemIo, warn, progress: () => {} });
    const connection = settingNames("baseUrl", provider).variable in env ? provider : undefined;
    const ofProvider = (key: string) => env[settingNames(key.split(":")[1] ?? "", connection).variable];
    session.configure((key) => (provider === undefined ? config.values[key] : ofProvider(key)), provider);
    this.sessions.set(provider, session);
    return session;
  }
}

class CheckFailure extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join("\n"));
  }
}

export function opened(values: Values): Values {
  return plainState(values).values;
}
