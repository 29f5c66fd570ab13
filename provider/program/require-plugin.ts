import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as pulumi from "#sdk";
import { pluginName } from "../spec/token.js";
import { nativeKey, type ProgramEnv } from "./config-keys.js";
import { pluginEntry, pluginEntryText, pluginExecutable } from "./plugin-entry.js";

/**
 * Throws a `RunError` with the entry to add to Pulumi.yaml if the engine would not find the native plugin. The engine's own error
 * would name a public host. Does nothing if the project's file is not known, as in inline programs of the Automation API.
 */
export function requirePlugin(env: ProgramEnv = process.env, program: string = process.cwd()): void {
  const project = env.PULUMI_NODEJS_PROJECT === pulumi.getProject() ? ownProject(env, program) : undefined;
  if (project === undefined || pluginEntry(project.content) !== undefined || findsPlugin(env)) {
    return;
  }
  const { file } = project;
  throw new pulumi.RunError(
    `This program uses the plugin of pulumi-workspace-gateway, and Pulumi would not find it. Add to ${file}:\n\n` +
      `${pluginEntryText(path.dirname(file), program)}\n\n` +
      `Without a Provider in the program, \`pulumi config rm ${pluginName}:${nativeKey}\` does without the plugin.`,
  );
}

const projectNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The project's file. Older language hosts do not pass its folder, so it is searched from the program's folder upwards. */
function ownProject(env: ProgramEnv, program: string): { file: string; content: object } | undefined {
  const root = env.PULUMI_NODEJS_ROOT_DIRECTORY;
  for (const folder of root === undefined ? [program, ...ancestorsOf(program)] : [root]) {
    for (const file of projectNames.map((name) => path.join(folder, name)).filter(existsSync)) {
      const content = contentOf(file);
      if (content?.name === pulumi.getProject()) {
        return { file, content };
      }
    }
  }
  return undefined;
}

function ancestorsOf(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...ancestorsOf(parent)];
}

/** The parsed content of a project's file. The YAML parser is loaded only here, so that other programs and the plugin never load it. */
function contentOf(file: string): { name?: unknown } | undefined {
  const { parse }: typeof import("yaml") = require("yaml");
  try {
    const content: unknown = parse(readFileSync(file, "utf8"));
    return typeof content === "object" && content !== null ? content : undefined;
  } catch {
    return undefined; // another project's file, or YAML that only pulumi can read
  }
}

/** Whether the engine finds the plugin without an entry in Pulumi.yaml. */
function findsPlugin(env: ProgramEnv): boolean {
  return isAttached(env) || isOnPath(env) || isInstalled(env);
}

/** Whether the engine uses a plugin that is already running, as in a debugger. */
function isAttached(env: ProgramEnv): boolean {
  return (env.PULUMI_DEBUG_PROVIDERS ?? "").split(",").some((each) => each.startsWith(`${pluginName}:`));
}

function isOnPath(env: ProgramEnv): boolean {
  const files = ["", ".exe", ".cmd", ".bat"].map((end) => pluginExecutable + end);
  return (env.PATH ?? env.Path ?? "")
    .split(path.delimiter)
    .some((folder) => files.some((file) => existsSync(path.join(folder, file))));
}

/** Whether `pulumi plugin install` has installed it in Pulumi's own folder. */
function isInstalled(env: ProgramEnv): boolean {
  const folder = path.join(env.PULUMI_HOME ?? path.join(homedir(), ".pulumi"), "plugins");
  return (
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`resource-${pluginName}-v`))
  );
}
