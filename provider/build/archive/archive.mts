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
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../sources.mts";
import { hasProgram, platformOf } from "./executable-format.mts";
import { nodeExecutable } from "./node-executable.mts";
import { type Platform, platformName, platformNamed } from "./platforms.mts";
import { singleFile } from "./single-file.mts";

const plugin = path.join(root, "provider/plugin");
const executable = "pulumi-resource-workspace-gateway";

/** What all archives of a version are made of. */
interface Material {
  readonly version: string;
  readonly main: string;
  readonly licences: string;
  /** The Node that puts executables together: that of this machine. */
  readonly builder: string;
  readonly work: string;
}

/** Writes the archives of these platforms into a folder, and gives their files. */
export async function archives(names: readonly string[], out: string): Promise<string[]> {
  const chosen = names.map(platformNamed);
  const work = mkdtempSync(path.join(tmpdir(), "archives-"));
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));
    const main = path.join(work, "main.cjs");
    const ofPackages = await singleFile(main, version);
    const own = platformNamed(platformName(process.platform, process.arch));
    const builder = nodeExecutable(own, path.join(work, own.name));
    const ofNode = readFileSync(path.join(work, own.name, "package/LICENSE"), "utf8");
    const material: Material = { version, main, licences: `${ofPackages}\n${ofNode}`, builder, work };
    mkdirSync(out, { recursive: true });
    return chosen.map((platform) => archive(platform, material, out));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function archive(platform: Platform, material: Material, out: string): string {
  const { version, licences, work } = material;
  const content = path.join(work, `${platform.name}-content`);
  mkdirSync(content);
  const node = nodeExecutable(platform, path.join(work, platform.name));
  const made = path.join(content, executable + path.extname(node));
  putTogether(node, material, made);
  check(made, platform.name);
  copyFileSync(path.join(root, "LICENSE"), path.join(content, "LICENSE"));
  writeFileSync(path.join(content, "THIRD-PARTY-LICENSES"), licences);
  const file = path.join(out, `${executable}-v${version}-${platform.name}.tar.gz`);
  execFileSync("tar", ["-czf", file, "-C", content, ...readdirSync(content).toSorted()]);
  return file;
}

/** Puts the plugin's file and its schema into a copy of a platform's Node. */
function putTogether(node: string, { main, builder, work }: Material, output: string): void {
  const config = path.join(work, "executable.json");
  const schema = path.join(root, "provider/dist/plugin/schema.json");
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output,
      executable: node,
      execArgv: nodeArguments(),
      disableExperimentalSEAWarning: true,
      assets: { "schema.json": schema },
    }),
  );
  execFileSync(builder, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
  // The system runs nothing without a signature, and has one that says nothing of who made it.
  if (process.platform === "darwin") {
    execFileSync("codesign", ["--force", "--sign", "-", output]);
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
