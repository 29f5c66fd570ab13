import { execFileSync } from "node:child_process";

/** Runs npm in a folder, and returns what it prints. */
export function npm(cwd: string, ...args: readonly string[]): string {
  const shell = process.platform === "win32";
  return execFileSync("npm", args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "inherit"] });
}
