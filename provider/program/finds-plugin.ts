import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { pluginName } from "../spec/token.js";
import { pluginExecutable } from "./plugin-entry.js";
import type { ProgramEnv } from "./stack-config.js";

/** Whether the engine finds the plugin without an entry in Pulumi.yaml. */
export function findsPlugin(env: ProgramEnv): boolean {
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
