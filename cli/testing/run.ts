import {
  everyKind,
  isNativeType,
  kindNameOf,
  Session,
  systemIo,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Diagnostic, Mocks, OtherStacks } from "./api.js";
import { DeployError } from "./deploy-error.js";
import { Callbacks } from "./engine/callbacks.js";
import type { Course } from "./engine/course.js";
import { serveEngine } from "./engine/monitor.js";
import { ProgramDeployment } from "./engine/program-deployment.js";
import { Hooks } from "./engine/program-hooks.js";
import type { ProviderAnswers } from "./engine/providers/answering.js";
import { dynamicAnswers } from "./engine/providers/dynamic-answers.js";
import { declaredProviders, mockedAnswers } from "./engine/providers/other-packages.js";
import { stackReferences, stackReferenceType } from "./engine/providers/stack-references.js";
import type { ResourceRecord } from "./engine/resource-record.js";
import { Transforms } from "./engine/transforms.js";
import type { StackNames } from "./engine/urns.js";
import type { Project } from "./program/project.js";
import { runProgram } from "./program/run-program.js";
import type { StackConfig } from "./program/stack-config.js";

/** All that a program runs with. */
export interface Setting {
  readonly project: Project;
  readonly stack: StackNames;
  readonly config: StackConfig;
  /** Of the program, and of what makes its resources: it leads to the gateways of the test. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mocks: Mocks;
  readonly stackReferences: OtherStacks;
  /** Milliseconds that the program may run. */
  readonly timeout: number;
  /** Called when a workspace has been made. */
  onWorkspace(id: string): void;
}

/** What has come of a run. */
export interface ProgramEnd {
  readonly deployment: ProgramDeployment;
  readonly diagnostics: readonly Diagnostic[];
  /** What the program has printed. */
  readonly printed: readonly string[];
}

/** Runs a program once, as an `up` or as a preview of one. */
export async function runOnce(
  setting: Setting,
  isPreview: boolean,
  olds: ReadonlyMap<string, ResourceRecord>,
): Promise<ProgramEnd> {
  const diagnostics: Diagnostic[] = [];
  const printed: string[] = [];
  const tell = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const callbacks = new Callbacks();
  const course: Course = {
    stack: setting.stack,
    isPreview,
    olds,
    transforms: new Transforms(callbacks),
    hooks: new Hooks(callbacks, isPreview, (message, urn) => tell({ severity: "warning", message, urn })),
    providerOf: await providersOf(setting, tell),
    tell,
  };
  const ending = new AbortController();
  const deployment: ProgramDeployment = new ProgramDeployment(
    course,
    () => void deployment.settled().then(() => ending.abort()),
  );
  const engine = await serveEngine(deployment, course, invokes(deployment, setting.mocks));
  const late = setTimeout(() => {
    const seconds = setting.timeout / 1000;
    deployment.fail(
      `the program has not ended within ${seconds} seconds: a timer, a server or a promise may hold it. ` +
        "The option `timeout` gives it more, in milliseconds.",
    );
    ending.abort();
  }, setting.timeout);
  try {
    const { project, stack, config, env } = setting;
    const line = (text: string) => void printed.push(text);
    const { port } = engine;
    const code = await runProgram({
      project,
      stack,
      config,
      env,
      isPreview,
      port,
      signal: ending.signal,
      line,
    });
    await deployment.settled();
    judge(code, deployment, diagnostics, printed);
  } finally {
    clearTimeout(late);
    callbacks.close();
    engine.close();
  }
  return { deployment, diagnostics, printed };
}

/** The exit code by which the SDK says that it has told the person what is wrong. */
const saidAlready = 32;

function judge(
  code: number,
  deployment: ProgramDeployment,
  diagnostics: readonly Diagnostic[],
  printed: readonly string[],
): void {
  if (deployment.failed || code === 0) {
    return;
  }
  if (code !== saidAlready) {
    const end = printed.slice(-20).join("\n");
    const message = `an unhandled error occurred: Program exited with non-zero exit code: ${code}`;
    deployment.fail(diagnostics.some(isError) || end === "" ? message : `${message}\n${end}`);
  }
}

/** Fails with all that was said if a run has failed. */
export function assertDone({ deployment, diagnostics }: ProgramEnd): void {
  if (deployment.failed || diagnostics.some(isError)) {
    throw new DeployError(diagnostics);
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

async function providersOf(setting: Setting, tell: Course["tell"]): Promise<Course["providerOf"]> {
  const kinds = await everyKind();
  const io = {
    ...systemIo,
    warn: (message: string, urn?: string) =>
      tell(urn === undefined ? { severity: "warning", message } : { severity: "warning", message, urn }),
    progress: () => {},
  };
  const session = new Session(kinds, setting.env, io);
  const dynamic = watched(
    dynamicAnswers(kinds, session, (key) => setting.config.values[key]),
    setting.onWorkspace,
  );
  const mocked = mockedAnswers(setting.mocks);
  const references = stackReferences(setting.stackReferences);
  return (type) => {
    if (type === stackReferenceType) {
      return references;
    }
    if (type.startsWith("pulumi:providers:")) {
      return declaredProviders;
    }
    return kindNameOf(type) !== undefined && !isNativeType(type) ? dynamic : mocked;
  };
}

function watched(provider: ProviderAnswers, onWorkspace: (id: string) => void): ProviderAnswers {
  return {
    ...provider,
    create: async (subject, inputs) => {
      const written = await provider.create(subject, inputs);
      if (kindNameOf(subject.type) === "Workspace") {
        onWorkspace(written.id);
      }
      return written;
    },
  };
}

function invokes({ outcomes }: ProgramDeployment, { call }: Mocks) {
  return async (token: string, inputs: Values): Promise<Values> => {
    if (token === "pulumi:pulumi:getResource") {
      const found = outcomes.get(String(inputs.urn))?.record;
      if (found === undefined) {
        throw new Error(`unknown resource ${String(inputs.urn)}`);
      }
      return { urn: found.urn, id: found.id ?? "", state: found.outputs };
    }
    if (call === undefined) {
      throw new Error(
        "it is a function of another package, whose plugin a test does not start: say what it returns by the option " +
          "`mocks: { call }`, such as `({ token, inputs }) => ({ … })`",
      );
    }
    return JSON.parse(JSON.stringify(await call({ token, inputs })));
  };
}
