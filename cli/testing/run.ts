import { redact } from "pulumi-workspace-gateway/tools";
import type { Diagnostic } from "./api.js";
import { DeployError } from "./deploy-error.js";
import { Callbacks } from "./engine/callbacks/callbacks.js";
import { Hooks } from "./engine/callbacks/program-hooks.js";
import { Transforms } from "./engine/callbacks/transforms.js";
import type { Course } from "./engine/course.js";
import { serveEngine } from "./engine/monitor.js";
import { ProgramDeployment } from "./engine/program-deployment.js";
import type { ResourceRecord } from "./engine/resource-record.js";
import { Answers } from "./plugin-answers.js";
import { runProgram } from "./program/run-program.js";
import type { Setting } from "./setting.js";

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
  // As pulumi does: programs, and what they call, may put a secret into an error.
  const covered = (text: string) => redact(text, setting.config.secretTexts);
  const tell = (diagnostic: Diagnostic) =>
    void diagnostics.push({ ...diagnostic, message: covered(diagnostic.message) });
  const answers = await Answers.of(setting, tell);
  const callbacks = new Callbacks();
  const course: Course = {
    stack: setting.stack,
    isPreview,
    olds,
    transforms: new Transforms(callbacks),
    hooks: new Hooks(callbacks, isPreview, (message, urn) => tell({ severity: "warning", message, urn })),
    providerOf: (type, reference) => answers.providerOf(type, reference),
    tell,
  };
  const ending = new AbortController();
  const deployment: ProgramDeployment = new ProgramDeployment(
    course,
    () => void deployment.settled().then(() => ending.abort()),
  );
  const engine = await serveEngine(deployment, course, (...asked) => answers.invoke(deployment, ...asked));
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
    const line = (text: string) => void printed.push(covered(text));
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
