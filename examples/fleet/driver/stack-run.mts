import type { DiagnosticEvent, EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation/index.js";
import { isApplied } from "./applied.mts";
import type { Operation } from "./command.mts";
import { declarationOf } from "./declaration.mts";
import type { Changes, Result } from "./result.mts";
import { findStack, makeStack, whileMade } from "./stack-place.mts";

/** How long to wait until pulumi confirms that it received a Ctrl-C, in milliseconds. */
const hearing = 2_000;

/** The options that all stack runs share. */
export interface Means {
  readonly operation: Operation;
  readonly changed: boolean;
  readonly pulumi: PulumiCommand;
  readonly env: Readonly<Record<string, string>>;
}

/** One operation on one stack. */
export class StackRun {
  readonly stack: string;
  private readonly means: Means;
  private readonly startedAt = Date.now();
  private readonly abort = new AbortController();
  private counted: Record<string, number> = {};
  private summed: Changes | undefined;
  private readonly errors: string[] = [];
  private isStopped = false;
  private hasHeard = false;

  constructor(stack: string, means: Means) {
    this.stack = stack;
    this.means = means;
  }

  get changes(): Changes {
    return this.summed ?? this.counted;
  }

  get seconds(): number {
    return Math.round((Date.now() - this.startedAt) / 1000);
  }

  async run(): Promise<Result> {
    try {
      return this.result(await this.perform());
    } catch (error) {
      if (this.errors.length === 0) this.errors.push(reasonOf(error, this.stack));
      return this.result(this.isStopped ? "canceled" : "failed");
    }
  }

  /**
   * Lets pulumi end cleanly, so that sent requests are completed and recorded. A Ctrl-C in a terminal reaches
   * pulumi directly, and a second one would kill it. So a signal is sent only if pulumi does not confirm one.
   */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    setTimeout(() => {
      if (!this.hasHeard) this.abort.abort();
    }, hearing).unref();
  }

  private async perform(): Promise<"done" | "unchanged" | "not run"> {
    const { pulumi, env, operation, changed } = this.means;
    const options = { pulumiCommand: pulumi, envVars: { ...env } };
    const found = await findStack(this.stack, options);
    if (changed && found !== undefined && (await isApplied(found, declarationOf(this.stack)))) {
      return "unchanged";
    }
    if (this.isStopped) return "not run";
    const operate = (stack: Stack) => this.operate(stack, operation);
    if (found !== undefined) await operate(found);
    else if (operation === "up") await operate(await makeStack(this.stack, options));
    else if (operation === "preview") await whileMade(this.stack, options, operate);
    else return "unchanged"; // nothing to refresh or destroy
    return "done";
  }

  private operate(stack: Stack, operation: Operation): Promise<unknown> {
    const onEvent = (event: EngineEvent) => this.hear(event);
    const options = { signal: this.abort.signal, onEvent, color: "never" } as const;
    switch (operation) {
      case "up":
        return stack.up({ ...options, message: declarationOf(this.stack) });
      case "preview":
        return stack.preview(options);
      case "refresh":
        return stack.refresh(options);
      case "destroy":
        return stack.destroy(options);
    }
  }

  /** Keeps only counts and errors of the engine's events. Its debug lines contain secrets in plain text. */
  private hear({ resOutputsEvent, summaryEvent, diagnosticEvent, stdoutEvent }: EngineEvent): void {
    if (resOutputsEvent !== undefined) this.count(resOutputsEvent.metadata.op);
    if (summaryEvent !== undefined) this.summed = summaryEvent.resourceChanges;
    if (diagnosticEvent?.severity === "error") this.errors.push(...inText(diagnosticEvent));
    if (stdoutEvent?.message.includes("^C received") === true) this.hasHeard = true;
  }

  private count(op: string): void {
    this.counted = { ...this.counted, [op]: (this.counted[op] ?? 0) + 1 };
  }

  private result(outcome: Result["outcome"]): Result {
    const { stack, changes, seconds, errors } = this;
    return { stack, outcome, changes, seconds, errors: outcome === "failed" ? errors : [] };
  }
}

/** The resource, and the engine's text without color codes. Messages such as "update failed" are omitted. */
function inText({ urn = "", message }: DiagnosticEvent): string[] {
  const text = message.replaceAll(/<\{%.*?%\}>/g, "").trim();
  const [, , type = "", name = ""] = urn.split("::");
  const isOfStack = type === "" || type === "pulumi:pulumi:Stack";
  if (isOfStack && /^\w+ failed$/.test(text)) return [];
  return [isOfStack ? text : `${type.split(":").at(-1)} ${name}: ${text}`];
}

/** The error that pulumi printed if no event contains it, such as a lock or a missing backend. */
function reasonOf(error: unknown, stack: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const reason = /^error: .*(\n(?! *(at|err\?:) ).+)*/m.exec(text)?.[0] ?? text;
  return reason.includes("is currently locked by") ? `${reason}\n${aboutLock(stack)}` : reason;
}

/** The lock records when a killed run started. `recover` needs this time, and `pulumi cancel` removes it. */
function aboutLock(stack: string): string {
  return [
    "Another run is using the stack, or a run was killed. Wait for an active run. After a kill, do not run",
    `\`pulumi cancel\`. Run \`npx workspace-gateway recover --stack ${stack}\`, which also removes the lock.`,
  ].join("\n");
}
