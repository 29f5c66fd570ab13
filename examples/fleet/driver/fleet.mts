import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";
import type { Board } from "./board.mts";
import type { Command } from "./command.mts";
import type { Result } from "./result.mts";
import { type Means, StackRun } from "./stack-run.mts";
import { sharedStack } from "./stacks.mts";

/** A run over many stacks. */
export class Fleet {
  private readonly running = new Set<StackRun>();
  private isStopped = false;
  private readonly command: Command;
  private readonly board: Board;

  constructor(command: Command, board: Board) {
    this.command = command;
    this.board = board;
  }

  /** Runs `shared` and the teams in dependency order. Returns a result for every stack. */
  async run(): Promise<Result[]> {
    const pulumi = await PulumiCommand.get();
    const { operation, teams, shared } = this.command;
    const waves = [shared ? [sharedStack] : [], teams];
    const results: Result[] = [];
    for (const wave of operation === "destroy" ? waves.toReversed() : waves) {
      results.push(...(await this.wave(wave, pulumi, this.canGoOn(results))));
    }
    return results;
  }

  /** Starts no more stacks, and lets the running ones finish. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.board.say("Stopping. Sent requests are completed and recorded, and no more stacks are started.");
    for (const run of this.running) run.stop();
  }

  /** Teams read `shared`, so they do not run if it failed. It is not destroyed while a team is left. */
  private canGoOn(results: readonly Result[]): boolean {
    return this.command.operation === "refresh" || results.every(({ outcome }) => outcome !== "failed");
  }

  private async wave(stacks: readonly string[], pulumi: PulumiCommand, canStart: boolean): Promise<Result[]> {
    const jobs = Math.min(this.command.jobs, stacks.length);
    const means = this.meansFor(jobs, pulumi);
    const results: Result[] = [];
    const waiting = [...stacks];
    const worker = async () => {
      for (let stack = waiting.shift(); stack !== undefined; stack = waiting.shift()) {
        const mayStart = canStart && !this.isStopped;
        results.push(mayStart ? await this.runOne(new StackRun(stack, means)) : notRun(stack));
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    return results.toSorted((a, b) => stacks.indexOf(a.stack) - stacks.indexOf(b.stack));
  }

  private async runOne(run: StackRun): Promise<Result> {
    this.running.add(run);
    this.board.started(run);
    const result = await run.run();
    this.running.delete(run);
    this.board.ended(run, result);
    return result;
  }

  /** Each stack's process limits its own requests, so each receives a share of the total. */
  private meansFor(jobs: number, pulumi: PulumiCommand): Means {
    const { operation, changed, concurrency } = this.command;
    const share = Math.max(1, Math.floor(concurrency / Math.max(1, jobs)));
    return {
      operation,
      changed,
      pulumi,
      env: { WORKSPACE_GATEWAY_MAX_CONCURRENCY: String(share) },
    };
  }
}

function notRun(stack: string): Result {
  return { stack, outcome: "not run", changes: {}, seconds: 0, errors: [] };
}
