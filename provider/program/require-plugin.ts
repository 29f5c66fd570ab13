import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as pulumi from "#sdk";
import { pluginName } from "../spec/token.js";
import { nativeKey, type ProgramEnv } from "./config-keys.js";
import { pluginEntry, pluginEntryText, pluginExecutable } from "./plugin-entry.js";

/**
 * Refuses a program whose resources need the plugin, if the engine would not find it: the engine would look for it on a public
 * host, and name that. Where nobody can know, as in an inline program of the Automation API, nothing is refused.
 */
export function requirePlugin(env: ProgramEnv = process.env, program: string = process.cwd()): void {
  const file = env.PULUMI_NODEJS_PROJECT === pulumi.getProject() ? projectFile(env, program) : undefined;
  if (file === undefined || isNamed(file) || findsPlugin(env)) {
    return;
  }
  throw new pulumi.RunError(
    `This program uses the plugin of pulumi-workspace-gateway, and Pulumi would not find it. Add to ${file}:\n\n` +
      `${pluginEntryText(path.dirname(file), program)}\n\n` +
      `Without a Provider in the program, \`pulumi config rm ${pluginName}:${nativeKey}\` does without the plugin.`,
  );
}

const projectNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The project's file. Older language hosts do not say where it is: it is looked for above the program. */
function projectFile(env: ProgramEnv, program: string): string | undefined {
  const root = env.PULUMI_NODEJS_ROOT_DIRECTORY;
  const isOfProgram = (file: string) => existsSync(file) && contentOf(file)?.name === pulumi.getProject();
  return (root === undefined ? [program, ...above(program)] : [root])
    .flatMap((folder) => projectNames.map((name) => path.join(folder, name)))
    .find(isOfProgram);
}

function above(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...above(parent)];
}

/** YAML is read here only, so that no other program and no plugin has to load what reads it. */
function contentOf(file: string): { name?: unknown } | undefined {
  const { parse }: typeof import("yaml") = require("yaml");
  try {
    const content: unknown = parse(readFileSync(file, "utf8"));
    return typeof content === "object" && content !== null ? content : undefined;
  } catch {
    return undefined; // what pulumi can read of it, it has read: here it is only not known
  }
}

function isNamed(file: string): boolean {
  return pluginEntry(contentOf(file)) !== undefined;
}

/** Whether the engine finds the plugin without an entry in Pulumi.yaml. */
function findsPlugin(env: ProgramEnv): boolean {
  return isAttached(env) || isOnPath(env) || isKept(env);
}

/** Whether the engine is told to use a plugin that runs already, as in a debugger. */
function isAttached(env: ProgramEnv): boolean {
  return (env.PULUMI_DEBUG_PROVIDERS ?? "").split(",").some((each) => each.startsWith(`${pluginName}:`));
}

function isOnPath(env: ProgramEnv): boolean {
  const files = ["", ".exe", ".cmd", ".bat"].map((end) => pluginExecutable + end);
  return (env.PATH ?? env.Path ?? "")
    .split(path.delimiter)
    .some((folder) => files.some((file) => existsSync(path.join(folder, file))));
}

/** Whether `pulumi plugin install` has put it into Pulumi's own folder. */
function isKept(env: ProgramEnv): boolean {
  const folder = path.join(env.PULUMI_HOME ?? path.join(homedir(), ".pulumi"), "plugins");
  return (
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`resource-${pluginName}-v`))
  );
}
