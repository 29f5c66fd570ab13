import { setTimeout as sleep } from "node:timers/promises";
import type { Diagnosis } from "../../cli/doctor/table.ts";
import { runCommand } from "../e2e/support/command.ts";
import type { Declared } from "../e2e/support/declaration.ts";
import { runRecover } from "../e2e/support/recover-command.ts";
import type { World } from "../e2e/support/world.ts";
import type { Gateway, SetFault } from "../gateway/index.ts";
import { createVault } from "../gateway/store/vault.ts";
import type { PulumiProject } from "../harness/engine.ts";
import type { Operation } from "../harness/operation.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";
import { Chance } from "./chance.ts";
import { after } from "./declared.ts";
import { type InState, inState, type Place, type Row, undone } from "./judge/remains.ts";

export interface Expected {
  readonly ends: "done" | "failed" | "either";
  /** What it must print, however it ends. */
  readonly says?: readonly RegExp[];
  /** What it must print if it fails: what happened, and what to do. */
  readonly failsWith?: readonly RegExp[];
}

/** Where a scenario plays: a gateway, a stack on it, and the book about all runs. */
export class Stage implements Place {
  readonly world: World;
  readonly gateway: Gateway;
  readonly project: PulumiProject;
  readonly site: string;
  readonly seed: number;
  readonly chance: Chance;
  /** Of every run from now on, on top of the world's. */
  readonly env: Record<string, string> = {};
  /** Secrets that must show nowhere, besides the canaries and the gateway's own: also all that was ever issued. */
  readonly secrets = new Set<string>();
  /** Ids of objects on the gateway that somebody else has made, and shall keep. */
  readonly foreign = new Set<string>();
  /** Kinds whose objects a destroy gives up, as their pages say; one that was killed may not have come to say it again. */
  readonly givenUp = new Set<string>();
  /** Faults that need not hit anything: they only keep the gateway silent while a run is killed. */
  readonly spare = new Set<SetFault>();
  /** Where a run did not tell the truth, or ended as it should not. */
  readonly untrue: string[] = [];
  declared: readonly Declared[] = after;
  isUp = false;
  /** What a person has to do besides running the same command again. */
  readonly repaired: string[] = [];
  private readonly runs: { readonly output: string }[] = [];
  private readonly openKey: (sealed: string) => string;

  constructor(world: World, seed: number, db: string) {
    this.world = world;
    this.gateway = world.gateway;
    this.project = world.project;
    this.site = world.site;
    this.seed = seed;
    this.openKey = createVault(db).open;
    this.chance = new Chance(seed);
  }

  get printed(): string[] {
    return this.runs.map(({ output }) => output);
  }

  /** The key that a provider has, as whoever calls the model needs it. */
  apiKey({ api_key: sealed }: Row): string | null {
    return typeof sealed === "string" ? this.openKey(sealed) : null;
  }

  async declare(objects: readonly Declared[]): Promise<void> {
    this.declared = objects;
    await this.world.declare(objects);
  }

  /** Starts a command that is watched or killed. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
    return this.watch(this.project.start(args, { ...this.env, ...env }));
  }

  /** Takes the output of anything else into the search for secrets. */
  watch<T extends { readonly output: string }>(run: T): T {
    this.runs.push(run);
    return run;
  }

  async up(expected: Expected, operation: Operation = {}): Promise<ProcessResult> {
    const env = { ...this.env, ...operation.env };
    const result = this.watch(await this.project.up({ skipPreview: true, ...operation, env }));
    await this.judge(result, expected);
    await this.state();
    this.isUp = result.code === 0;
    return result;
  }

  /** Runs a command that has to fail, and judges whether it told the truth. */
  async refused(command: "refresh" | "destroy", failsWith: readonly RegExp[]): Promise<void> {
    const result = this.watch(await this.project[command]({ skipPreview: true, env: this.env }));
    await this.judge(result, { ends: "failed", failsWith });
  }

  /** Runs what `doctor` prints after a kill, and `recover`, if that is not among it. */
  async follow(): Promise<void> {
    const { stack } = this.project;
    const { stdout, output } = this.watch(await runCommand(this, ["doctor", "--json", "--stack", stack]));
    const { findings }: { findings: Diagnosis[] } = JSON.parse(stdout);
    const printed = findings.flatMap(({ facts }) => (facts?.commands ?? []) as string[]);
    const recover = `npx workspace-gateway recover --stack ${stack}`;
    const commands = printed.some((each) => each.startsWith(recover)) ? printed : [...printed, recover];
    for (const command of new Set(commands)) {
      const { code, output: said } = this.watch(await this.runPrinted(command));
      if (code !== 0) this.untrue.push(`${command} ended with ${code}: ${said}\nafter ${output}`);
    }
    await this.state();
  }

  /** A person agrees to what asks. */
  private runPrinted(command: string): Promise<ProcessResult> {
    const [first, ...args] = command.split(" ");
    if (first === "npx") return runCommand(this, [...args.slice(1), "--yes"]);
    if (first === "pulumi") return this.project.run([...args, "--yes"], this.env);
    return new RunningProcess("sh", ["-c", command], { cwd: this.project.directory }).done;
  }

  /** Runs `recover` after a run that ended without a record; `since` if nobody wrote down what the run did that began then. */
  async recover(since?: Date): Promise<void> {
    const from = since === undefined ? [] : ["--since", since.toISOString()];
    const { code, output } = this.watch(await runRecover(this, ["--yes", ...from]));
    if (code !== 0) this.untrue.push(`recover ended with ${code}: ${output}`);
    await this.state();
  }

  /** Does something as soon as the gateway has answered so many requests of a run; nothing if the run ends before. */
  async atRequest(requests: number, run: Promise<unknown>, act: () => void | Promise<void>): Promise<void> {
    const { log } = this.gateway;
    const counted = log.entries().length + requests;
    let isOver = false;
    const over = run.finally(() => {
      isOver = true;
    });
    const watch = async () => {
      while (!isOver && log.entries().length < counted) await sleep(2);
      if (!isOver) await act();
    };
    await Promise.all([over, watch()]);
  }

  /** Writes down what is not true in what an `up` has said. */
  async judge({ code, output }: ProcessResult, { ends, says = [], failsWith = [] }: Expected): Promise<void> {
    const failed = code !== 0;
    if (ends !== "either" && failed !== (ends === "failed"))
      this.untrue.push(`an up ended with ${code}: ${shortened(output)}`);
    const wanted = failed ? [...says, ...failsWith] : says;
    const unsaid = wanted.filter((pattern) => !pattern.test(output));
    this.untrue.push(...unsaid.map((pattern) => `${pattern} was not said: ${shortened(output)}`));
    if (failed && !namesWhatFailed(output)) this.untrue.push(`names nothing: ${shortened(output)}`);
    if (!failed) this.untrue.push(...(await this.undone()).map((what) => `said done, but ${what}`));
  }

  answered(status: number): number {
    return this.gateway.log.entries().filter((entry) => entry.status === status).length;
  }

  said(pattern: RegExp): number {
    return this.printed.filter((output) => pattern.test(output)).length;
  }

  async undone(): Promise<string[]> {
    return undone(this.declared, await this.state(), this);
  }

  /** What the stack has in its state. What was issued for it is one more secret. */
  async state(): Promise<InState[]> {
    const state = inState(await this.project.exportState(["--show-secrets"]));
    for (const secret of state.flatMap(({ issued }) => issued)) this.secrets.add(secret);
    return state;
  }

  /** Somebody joins a workspace whom no program has invited. */
  join(workspaceId: string, user: string): void {
    this.gateway.seed.member(workspaceId, user);
    const rows = this.gateway.rows("members").filter((row) => row.workspace_id === workspaceId);
    const { id } = this.gateway.account(user);
    for (const row of rows.filter(({ user_id }) => user_id === id)) this.foreign.add(String(row.id));
  }

  /** What a person does before the same command can succeed; the words come into the table. */
  async repair(words: string, work: () => unknown): Promise<void> {
    this.repaired.push(words);
    await work();
  }
}

/** A failed run names the resource, with what the gateway or we say about it; a lock has no resource. */
function namesWhatFailed(output: string): boolean {
  const ofResource =
    /workspace-gateway:(?:index:)?\w+ \([^)]+\):[\s\S]*?\n\s+error: (?!undefined|\[object)\S/;
  return ofResource.test(output) || /the stack is currently locked/.test(output);
}

function shortened(output: string): string {
  const text = output.slice(output.lastIndexOf("Diagnostics:")).replaceAll(/\s+/g, " ");
  return text.length > 700 ? `${text.slice(0, 350)} … ${text.slice(-350)}` : text;
}
