import type { DiagnosticEvent, EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation/index.js";
import { isApplied } from "./applied.mts";
import type { Operation } from "./command.mts";
import { declarationOf } from "./declaration.mts";
import type { Changes, Result } from "./result.mts";
import { findStack, makeStack, whileMade } from "./stack-place.mts";

/** How long pulumi has to say that it has heard a Ctrl-C, in milliseconds. */
const hearing = 2_000;

/** What all stacks are run with. */
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
   * Lets pulumi end cleanly: what was sent is completed and recorded. A Ctrl-C at a terminal reaches pulumi without us,
   * and a second one would make it drop everything: so it is sent only to who does not say that it has heard one.
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
    else return "unchanged"; // there is nothing to refresh or to destroy
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

  /** Keeps only counts and errors of the engine's events: its debug lines contain secrets in plain text. */
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

/** Which resource it is, and the engine's text without its marks for colours. That something failed is no reason. */
function inText({ urn = "", message }: DiagnosticEvent): string[] {
  const text = message.replaceAll(/<\{%.*?%\}>/g, "").trim();
  const [, , type = "", name = ""] = urn.split("::");
  const isOfStack = type === "" || type === "pulumi:pulumi:Stack";
  if (isOfStack && /^\w+ failed$/.test(text)) return [];
  return [isOfStack ? text : `${type.split(":").at(-1)} ${name}: ${text}`];
}

/** What pulumi has printed, where no event says it: a lock, a backend that is not there. */
function reasonOf(error: unknown, stack: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const reason = /^error: .*(\n(?! *(at|err\?:) ).+)*/m.exec(text)?.[0] ?? text;
  return reason.includes("is currently locked by") ? `${reason}\n${aboutLock(stack)}` : reason;
}

/** The lock tells since when a killed run was under way: what `pulumi cancel` takes away, `recover` needs. */
function aboutLock(stack: string): string {
  return [
    "Another run has the stack, or one was killed. Wait for the first. After a killed one, do not run `pulumi cancel`:",
    `\`npx workspace-gateway recover --stack ${stack}\` repairs what it left, and takes the lock away.`,
  ].join("\n");
}
