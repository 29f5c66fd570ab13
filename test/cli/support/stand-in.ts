import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Puts a program into a folder that runs lines of a shell there, by how its arguments begin. Gives how it was called. */
export async function standIn(folder: string, name: string, does: Readonly<Record<string, string>>) {
  const calls = path.join(folder, "calls");
  await appendFile(calls, "");
  const cases = Object.entries(does).map(([start, lines]) => `"${start}"*) ${lines} ;;`);
  const head = ["#!/bin/sh", `cd ${folder}`, `echo "${name} $*" >> calls`, 'case "$*" in'];
  await writeFile(path.join(folder, name), [...head, ...cases, "esac\n"].join("\n"), { mode: 0o755 });
  return async () => (await readFile(calls, "utf8")).split("\n").filter((line) => line !== "");
}
