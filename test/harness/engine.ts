import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Adapter, adapterProject, chosenAdapter, isPlugin } from "./adapter.ts";
import { findCli } from "./cli/find.ts";
import { offlineEnvironment } from "./environment.ts";
import { endLeftovers, processesWith } from "./leftovers.ts";
import { newStack } from "./new-stack.ts";
import { type Operation, operationFlags } from "./operation.ts";
import { paths } from "./paths.ts";
import { type ProcessResult, RunningProcess } from "./process.ts";
import { projectFiles } from "./project-files.ts";

export interface ProjectOptions {
  /**
   * The text of index.ts, or all files of the program by path; package.json and Pulumi.yaml have defaults.
   */
  program: string | Readonly<Record<string, string>>;
  name?: string;
  stack?: string;
  env?: Readonly<Record<string, string>>;
  /** Stack configuration by key (`workspace-gateway:baseUrl`). */
  config?: Readonly<Record<string, string>>;
  secrets?: Readonly<Record<string, string>>;
  /** How the engine reaches the provider; `TEST_ADAPTER` says it for projects that do not. */
  adapter?: Adapter;
}

/** The parts of an exported stack that tests read. */
export interface ExportedState {
  deployment: {
    resources?: StateResource[];
    pending_operations?: { type: string; resource: StateResource }[];
  };
}

interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  initErrors?: string[];
  [other: string]: unknown;
}

/**
 * Makes a Pulumi project with its own folder, stack and file backend. The folder is inside the checkout, so
 * that the program and the `__provider` text find packages in the repository's node_modules.
 */
export async function pulumiProject(options: ProjectOptions): Promise<PulumiProject> {
  const cli = await findCli();
  const name = options.name ?? "e2e";
  const directory = path.join(paths.projects, `${name}-${randomUUID()}`);
  const project = new PulumiProject(directory, cli.directory, options);
  const adapter = options.adapter ?? chosenAdapter();
  for (const [file, text] of Object.entries(projectFiles(name, options.program, adapter)))
    await project.write(file, text);
  await mkdir(project.backend);
  await project.initialize({ ...options, config: { ...adapterProject[adapter].config, ...options.config } });
  return project;
}

/** A project under test. A run of the CLI that fails does not throw: tests check `code` and `output`. */
export class PulumiProject {
  readonly directory: string;
  readonly stack: string;
  readonly backend: string;
  readonly env: NodeJS.ProcessEnv;
  private readonly mark: string;

  constructor(directory: string, cli: string, options: ProjectOptions) {
    this.directory = directory;
    this.stack = options.stack ?? "test";
    this.backend = path.join(directory, ".backend");
    this.mark = `PULUMI_TEST_PROJECT=${directory}`;
    this.env = {
      ...offlineEnvironment(withoutOwnSettings(process.env), {
        cli,
        bin: paths.bin,
        backend: this.backend,
        home: path.join(directory, ".home"),
      }),
      PULUMI_TEST_PROJECT: directory,
      ...options.env,
    };
  }

  async initialize({ env = {}, config = {}, secrets = {} }: ProjectOptions): Promise<void> {
    const init = () => this.expect(["stack", "init", this.stack, "--no-select"]);
    const { PULUMI_CONFIG_PASSPHRASE: passphrase } = this.env;
    // With settings of its own, such as another backend or encryption, a project has a stack of its own.
    const isCommon =
      passphrase !== undefined &&
      !Object.keys(env).some((name) => name.startsWith("PULUMI_")) &&
      !existsSync(path.join(this.directory, `Pulumi.${this.stack}.yaml`));
    await (isCommon ? newStack(this.directory, { stack: this.stack, passphrase }, init) : init());
    const pairs = [
      ...Object.entries(config).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
      ...Object.entries(secrets).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
    ];
    if (pairs.length > 0) await this.expect(["config", "set-all", "--stack", this.stack, ...pairs]);
  }

  up(operation: Operation = {}): Promise<ProcessResult> {
    return this.start(["up", "--yes", ...this.flags(operation)], operation.env).done;
  }

  preview(operation: Operation = {}): Promise<ProcessResult> {
    return this.start(["preview", ...this.flags(operation)], operation.env).done;
  }

  refresh(operation: Operation = {}): Promise<ProcessResult> {
    const consent = operation.previewOnly ? [] : ["--yes"];
    return this.start(["refresh", ...consent, ...this.flags(operation)], operation.env).done;
  }

  destroy(operation: Operation = {}): Promise<ProcessResult> {
    return this.start(["destroy", "--yes", ...this.flags(operation)], operation.env).done;
  }

  /** Runs any other command. If it needs `--stack`, the caller must give it. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ProcessResult> {
    return this.start(args, env).done;
  }

  /** Starts a command that the test wants to watch or to kill. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
    return new RunningProcess("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: this.directory,
      env: { ...this.env, ...env },
    });
  }

  /**
   * Ids of the processes that run our provider, also those of engines that are gone. Empty if not on Linux.
   */
  async plugins(): Promise<number[]> {
    const processes = await processesWith(this.mark);
    return processes.filter(({ command }) => isPlugin(command)).map(({ pid }) => pid);
  }

  async exportState(flags: readonly string[] = []): Promise<ExportedState> {
    return JSON.parse((await this.expect(["stack", "export", "--stack", this.stack, ...flags])).stdout);
  }

  async outputs(): Promise<Record<string, unknown>> {
    const args = ["stack", "output", "--stack", this.stack, "--json", "--show-secrets"];
    return JSON.parse((await this.expect(args)).stdout);
  }

  /** All files of the backend as text, also history and backups. Tests look for secrets in it. */
  async stateText(): Promise<string> {
    const entries = await readdir(this.backend, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = files.map((entry) => readFile(path.join(entry.parentPath, entry.name), "utf8"));
    return (await Promise.all(texts)).join("\n");
  }

  async write(file: string, text: string): Promise<void> {
    const target = path.join(this.directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }

  /** Ends the processes that a killed CLI left, and removes the folder. */
  async dispose(): Promise<void> {
    await endLeftovers(this.mark);
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  private flags(operation: Operation): string[] {
    return ["--stack", this.stack, ...operationFlags(operation)];
  }

  private async expect(args: readonly string[]): Promise<ProcessResult> {
    const result = await this.run(args);
    if (result.code !== 0)
      throw new Error(`pulumi ${args.join(" ")} exited with ${result.code}:\n${result.output}`);
    return result;
  }
}

/** Removes settings that a developer has made for other stacks: a test must not depend on them. */
function withoutOwnSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !/^(PULUMI|WORKSPACE_GATEWAY)_/.test(key)));
}
