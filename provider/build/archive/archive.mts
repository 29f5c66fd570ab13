import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../sources.mts";
import { fuse, hasProgram, platformOf } from "./executable-format.mts";
import { nodeExecutable } from "./node-executable.mts";
import { type NodeBinary, nodeOf, platformName } from "./platforms.mts";
import { singleFile } from "./single-file.mts";

const plugin = path.join(root, "provider/plugin");
const executable = "pulumi-resource-workspace-gateway";

/** What all archives of a version are made of. */
interface Material {
  readonly version: string;
  readonly main: string;
  /** Of the packages that are in it. */
  readonly licences: string;
  readonly work: string;
}

/** Writes the archives of these platforms into a folder, and gives their files. */
export async function archives(platforms: readonly string[], out: string): Promise<string[]> {
  const chosen = platforms.map((platform) => nodeOf(platform));
  const work = mkdtempSync(path.join(tmpdir(), "archives-"));
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));
    const main = path.join(work, "main.cjs");
    const material: Material = { version, main, licences: await singleFile(main, version), work };
    mkdirSync(out, { recursive: true });
    return chosen.map((node) => archive(node, material, out));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function archive(node: NodeBinary, { version, main, licences, work }: Material, out: string): string {
  const { platform } = node;
  const content = path.join(work, `${platform}-content`);
  mkdirSync(content);
  const inWork = (each: NodeBinary) => path.join(work, `${each.platform}-${each.version}`);
  const builder = nodeOf(platformName(process.platform, process.arch), node.version);
  const from = nodeExecutable(node, inWork(node));
  const by = nodeExecutable(builder, inWork(builder));
  const made = path.join(content, executable + path.extname(from));
  copyFileSync(from, made);
  inject(made, programOf(main, by, work), platform);
  check(made, platform);
  copyFileSync(path.join(root, "LICENSE"), path.join(content, "LICENSE"));
  const ofNode = readFileSync(path.join(inWork(builder), "package/LICENSE"), "utf8");
  writeFileSync(path.join(content, "THIRD-PARTY-LICENSES"), `${licences}\n${ofNode}`);
  const file = path.join(out, `${executable}-v${version}-${platform}.tar.gz`);
  execFileSync("tar", ["-czf", file, "-C", content, ...readdirSync(content).toSorted()]);
  return file;
}

/** The plugin's file and its schema in the form that a Node of one version takes in. */
function programOf(main: string, node: string, work: string): string {
  const [config, output] = [path.join(work, "program.json"), path.join(work, "program")];
  const assets = { "schema.json": path.join(root, "provider/dist/plugin/schema.json") };
  const settings = { main, output, assets, execArgv: nodeArguments(), disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(node, ["--experimental-sea-config", config], { stdio: "pipe" });
  return output;
}

/** Puts a program into a copy of a platform's Node. */
function inject(file: string, program: string, platform: string): void {
  const tool = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const segment = platform.startsWith("darwin") ? ["--macho-segment-name", "NODE_SEA"] : [];
  const what = [file, "NODE_SEA_BLOB", program, "--sentinel-fuse", fuse, ...segment];
  execFileSync(process.execPath, [tool, ...what], { stdio: "pipe" });
  // macOS runs nothing without a signature, and is content with one that says nothing of who made it.
  if (process.platform === "darwin") {
    execFileSync("codesign", ["--force", "--sign", "-", file]);
  }
}

function check(file: string, platform: string): void {
  const content = readFileSync(file);
  if (platformOf(content) !== platform || !hasProgram(content)) {
    throw new Error(`what was made for ${platform} is for ${platformOf(content)}, or has no program in it`);
  }
}

/** Those that the script of the npm package has. */
function nodeArguments(): string[] {
  const script = readFileSync(path.join(plugin, executable), "utf8");
  const [, given] = /^exec node (.*) --conditions/m.exec(script) ?? [];
  if (given === undefined) {
    throw new Error(`${executable} does not say how it starts Node`);
  }
  return given.split(" ");
}
