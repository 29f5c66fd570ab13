import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { ExportedState } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";
import { main } from "./command.ts";
import { ok } from "./outcome.ts";
import type { World } from "./world.ts";

const stack = "test";

/** What only programs read. */
const data = ["import.json"];

/** What an account is exported to: folders in that of a world's project, each a project of its own. */
export class Exports {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Runs `workspace-gateway export`, which must succeed. */
  async made(folder: string, ...flags: string[]): Promise<ProcessResult> {
    const result = await this.tool(process.execPath, [main, "export", folder, ...flags]).done;
    expect(result.code, result.output).toBe(0);
    return result;
  }

  /** Runs pulumi in a folder, on its stack. */
  pulumi(folder: string, args: readonly string[]): Promise<ProcessResult> {
    return this.world.project.run(["-C", folder, ...args, "--stack", stack]);
  }

  /** Does what the command says has to be done once: a stack, and all objects in it. */
  async imported(folder: string): Promise<void> {
    await ok(this.world.project.run(["-C", folder, "stack", "init", stack]));
    await this.importsAgain(folder);
  }

  /** Takes what the import file has now into the stack that is there. */
  async importsAgain(folder: string): Promise<void> {
    const flags = ["--generate-code=false", "--protect=false", "--yes"];
    await ok(this.pulumi(folder, ["import", "--file", "import.json", ...flags]));
  }

  /** Fails unless the program agrees with the stack. */
  async previewsEmpty(folder: string, ...flags: string[]): Promise<void> {
    await ok(this.pulumi(folder, ["preview", "--expect-no-changes", ...flags]));
  }

  /** Fails unless the program and the gateway agree with the stack. */
  hasNoChanges(folder: string): Promise<void> {
    return this.previewsEmpty(folder, "--refresh");
  }

  /** Fails unless `drift` finds the gateway as the stack has it. */
  async isAsDeclared(folder: string): Promise<void> {
    const cwd = path.join(this.world.project.directory, folder);
    const { code, output } = await this.tool(process.execPath, [main, "drift", "--stack", stack], cwd).done;
    expect(code, output).toBe(0);
  }

  /** Fails unless the strictest readers take the program: the compiler, and this repository's formatter. */
  async isWellWritten(folder: string): Promise<void> {
    await ok(this.tool("tsc", ["-p", folder, "--noEmit", "--strict", "--skipLibCheck"]).done);
    const written = (await this.files(folder)).filter((file) => !data.includes(file));
    const files = written.map((file) => path.join(this.world.project.directory, folder, file));
    // The folder lies where git ignores all.
    const flags = ["--vcs-enabled=false", "--files-ignore-unknown=true"];
    await ok(this.tool("biome", ["format", ...flags, ...files], paths.root).done);
  }

  /** The texts of a folder by path, without what pulumi writes there. */
  async texts(folder: string): Promise<Record<string, string>> {
    const files = (await this.files(folder)).filter((file) => !/^Pulumi\.[^/]+\.yaml$/.test(file));
    const texts = files.map(async (file) => [file, await this.text(folder, file)] as const);
    return Object.fromEntries(await Promise.all(texts));
  }

  text(folder: string, file: string): Promise<string> {
    return readFile(path.join(this.world.project.directory, folder, file), "utf8");
  }

  write(folder: string, file: string, text: string): Promise<void> {
    return this.world.project.write(path.join(folder, file), text);
  }

  /** The URNs and ids that the stack has. */
  async resources(folder: string): Promise<string[]> {
    const { code, stdout, output } = await this.pulumi(folder, ["stack", "export"]);
    expect(code, output).toBe(0);
    const { deployment }: ExportedState = JSON.parse(stdout);
    return (deployment.resources ?? []).map(({ urn, id }) => `${urn} ${id}`).sort();
  }

  /** The paths of what is there; sorted. */
  private async files(folder: string): Promise<string[]> {
    const top = path.join(this.world.project.directory, folder);
    const entries = await readdir(top, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    return files.map(({ parentPath, name }) => path.relative(top, path.join(parentPath, name))).sort();
  }

  private tool(program: string, args: readonly string[], cwd = this.world.project.directory): RunningProcess {
    return new RunningProcess(program, args, { cwd, env: this.world.project.env });
  }
}
