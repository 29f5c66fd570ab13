import path from "node:path";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";

/** What a provider's process loads before it is asked for anything. */
const loads = [
  "@pulumi/pulumi/cmd/dynamic-provider",
  path.join(paths.root, "provider/dist/runtime.js"),
  path.join(paths.root, "provider/dist/plugin/main.js"),
];

/**
 * Lets the Node processes of all tests share what V8 makes of modules: a run of pulumi starts two, which do little else than
 * load. A provider's process is ended by a signal, before Node writes the cache: so another one loads the same beforehand.
 */
export async function shareCompileCache(signal: AbortSignal): Promise<void> {
  process.env.NODE_COMPILE_CACHE = path.join(paths.state, "compiled");
  const lines = [
    "process.argv = ['', '', '127.0.0.1:1'];", // where it would look for an engine
    ...loads.map((name) => `require(${JSON.stringify(name)});`),
    "require('node:module').flushCompileCache?.();",
    "process.exit(0);",
  ];
  const { code, output } = await new RunningProcess(process.execPath, ["-e", lines.join("\n")], {
    cwd: paths.root,
    signal,
  }).done;
  if (code !== 0) throw new Error(`The compile cache was not filled:\n${output}`);
}
