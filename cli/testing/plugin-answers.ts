import {
  declaredProvider,
  everyKind,
  isNativeType,
  type Kind,
  kindNameOf,
  Session,
  settingNames,
  systemIo,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Diagnostic } from "./api.js";
import type { ProgramDeployment } from "./engine/program-deployment.js";
import type { ProviderAnswers } from "./engine/providers/answering.js";
import { dynamicAnswers } from "./engine/providers/dynamic-answers.js";
import { type NativeAnswers, nativeAnswers } from "./engine/providers/native-answers.js";
import { declaredProviders, mockedAnswers } from "./engine/providers/other-packages.js";
import { stackReferences, stackReferenceType } from "./engine/providers/stack-references.js";
import type { Setting } from "./setting.js";

type Tell = (diagnostic: Diagnostic) => void;

/** What answers in the place of plugins, for one run of a program. */
export class Answers {
  private readonly natives = new Map<string | undefined, NativeAnswers>();
  private readonly dynamic: ProviderAnswers;
  private readonly mocked: ProviderAnswers;
  private readonly references: ProviderAnswers;

  private constructor(
    private readonly setting: Setting,
    private readonly kinds: readonly Kind[],
    private readonly tell: Tell,
  ) {
    this.dynamic = this.watched(dynamicAnswers(kinds, this.session(undefined)));
    this.mocked = mockedAnswers(setting.mocks);
    this.references = stackReferences(setting.stackReferences);
  }

  static async of(setting: Setting, tell: Tell): Promise<Answers> {
    return new Answers(setting, await everyKind(), tell);
  }

  /** @param reference - of the provider that the program has declared for the resource */
  async providerOf(type: string, reference: string | undefined): Promise<ProviderAnswers> {
    if (type === stackReferenceType) {
      return this.references;
    }
    if (type.startsWith("pulumi:providers:")) {
      return declaredProviders;
    }
    if (kindNameOf(type) === undefined) {
      return this.mocked;
    }
    return isNativeType(type) ? this.watched(await this.native(reference)) : this.dynamic;
  }

  /** What a function returns that a program asks the engine for. */
  async invoke(
    { outcomes }: ProgramDeployment,
    token: string,
    inputs: Values,
    reference: string | undefined,
  ): Promise<Values> {
    if (token === "pulumi:pulumi:getResource") {
      const found = outcomes.get(String(inputs.urn))?.record;
      if (found === undefined) {
        throw new Error(`unknown resource ${String(inputs.urn)}`);
      }
      return { urn: found.urn, id: found.id ?? "", state: found.outputs };
    }
    if (isNativeType(token)) {
      return (await this.native(reference)).invoke(token, inputs);
    }
    const { call } = this.setting.mocks;
    if (call === undefined) {
      throw new Error(
        "it is a function of another package, whose plugin a test does not start: say what it returns by the option " +
          "`mocks: { call }`, such as `({ token, inputs }) => ({ … })`",
      );
    }
    return JSON.parse(JSON.stringify(await call({ token, inputs })));
  }

  private async native(reference: string | undefined): Promise<NativeAnswers> {
    const name = declaredProvider(reference);
    const known = this.natives.get(name) ?? (await nativeAnswers(this.session(name)));
    this.natives.set(name, known);
    return known;
  }

  /** A provider that the program declares leads to the gateway of the connection of its name, or else to the default one. */
  private session(provider: string | undefined): Session {
    const { env, config } = this.setting;
    const session = new Session(this.kinds, env, {
      ...systemIo,
      warn: (message, urn) =>
        this.tell(
          urn === undefined ? { severity: "warning", message } : { severity: "warning", message, urn },
        ),
      progress: () => {},
    });
    const own = settingNames("baseUrl", provider).variable in env ? provider : undefined;
    session.configure(
      (key) =>
        provider === undefined
          ? config.values[key]
          : env[settingNames(key.split(":")[1] ?? "", own).variable],
      provider,
    );
    return session;
  }

  /** Tells the test of each workspace that is made. */
  private watched(answers: ProviderAnswers): ProviderAnswers {
    return {
      ...answers,
      create: async (subject, inputs) => {
        const made = await answers.create(subject, inputs);
        if (kindNameOf(subject.type) === "Workspace") {
          this.setting.onWorkspace(made.id);
        }
        return made;
      },
    };
  }
}
