import { cp, mkdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { ok } from "../e2e/support/outcome.ts";
import { findCli } from "../harness/cli/find.ts";
import { PulumiProject } from "../harness/engine.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";

// Nothing of the network but what the cache lacks, and no scripts: those of the dependencies only print advice.
export const install = ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];

/** A fixture as a person's own project: copied out of the checkout, with a stack, the dependencies not yet installed. */
export async function openTemplate(
  name: string,
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<Template> {
  const directory = path.join(root, name);
  const fixtures = path.join(import.meta.dirname, "fixtures");
  await cp(path.join(fixtures, name), directory, { recursive: true });
  if (name !== "javascript") await cp(path.join(fixtures, "index.ts"), path.join(directory, "index.ts"));
  const cli = await findCli();
  const options = { program: {}, env };
  const project = new PulumiProject(directory, cli.directory, options);
  await mkdir(project.backend);
  await project.initialize(options);
  return new Template(project);
}

export class Template {
  readonly project: PulumiProject;

  constructor(project: PulumiProject) {
    this.project = project;
  }

  /** Puts other versions of dependencies into its package.json. */
  async require(versions: Readonly<Record<string, string>>): Promise<void> {
    const manifest = JSON.parse(await readFile(path.join(this.project.directory, "package.json"), "utf8"));
    const dependencies = { ...manifest.dependencies, ...versions };
    await this.project.write("package.json", JSON.stringify({ ...manifest, dependencies }));
  }

  /** Begins with what another template had installed, if that was kept: unpacking it all again is most of the work. */
  async install(): Promise<void> {
    await rename(this.kept, this.modules).catch(() => undefined);
    await ok(this.run("npm", install));
  }

  /** Takes the project away, and keeps what was installed for the next one. */
  async dispose(): Promise<void> {
    await rename(this.modules, this.kept);
    await this.project.dispose();
  }

  /** What the template's own compiler prints about those files and all declarations that they read. */
  async typeCheck(files: readonly string[]): Promise<ProcessResult> {
    const config = { extends: "./tsconfig.json", files };
    await this.project.write("tsconfig.check.json", JSON.stringify(config));
    const args = ["-p", "tsconfig.check.json", "--noEmit", "--pretty", "false"];
    return this.run("node_modules/.bin/tsc", args);
  }

  async copiesOf(dependency: string): Promise<string[]> {
    const lock = path.join(this.project.directory, "node_modules/.package-lock.json");
    const { packages }: { packages: Record<string, object> } = JSON.parse(await readFile(lock, "utf8"));
    return Object.keys(packages).filter((place) => place.endsWith(`node_modules/${dependency}`));
  }

  run(command: string, args: readonly string[]): Promise<ProcessResult> {
    const { directory: cwd, env } = this.project;
    return new RunningProcess(command, args, { cwd, env }).done;
  }

  private get modules(): string {
    return path.join(this.project.directory, "node_modules");
  }

  private get kept(): string {
    return path.join(path.dirname(this.project.directory), "kept_modules");
  }
}
