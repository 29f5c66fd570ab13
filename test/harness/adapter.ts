import path from "node:path";
import { paths } from "./paths.ts";
import { unpackedPlugin } from "./plugin-archive.ts";

/** How the engine reaches the provider: by the SDK's dynamic providers, or by the native plugin. */
export const adapters = ["dynamic", "native"] as const;
export type Adapter = (typeof adapters)[number];

/** The adapter of every project that names none. Whole suites are run with the other one by this variable. */
export const adapterVariable = "TEST_ADAPTER";

export function chosenAdapter(): Adapter {
  const named = process.env[adapterVariable] ?? "dynamic";
  const adapter = adapters.find((each) => each === named);
  if (adapter === undefined)
    throw new Error(`${adapterVariable} is one of ${adapters.join(", ")}, not ${named}.`);
  return adapter;
}

/** The forms of the native plugin: the script of the npm package, or the executable of an archive. */
const pluginFolders = { script: path.join(paths.root, "provider", "plugin"), archive: unpackedPlugin };

/** The form that projects get. Whole suites are run with the other one by the variable. */
export function chosenPlugin(): keyof typeof pluginFolders {
  const named = process.env.TEST_PLUGIN ?? "script";
  if (named !== "script" && named !== "archive")
    throw new Error(`TEST_PLUGIN is script or archive, not ${named}.`);
  return named;
}

/** What the command line of the provider's process has in it. */
const pluginMarks = ["dynamic-provider", path.join("dist", "plugin", "main.js"), unpackedPlugin];

export function isPlugin(command: string): boolean {
  return pluginMarks.some((mark) => command.includes(mark));
}

export const adapterProject: Readonly<
  Record<Adapter, { readonly yaml: object; readonly config: Record<string, string> }>
> = {
  dynamic: { yaml: {}, config: {} },
  native: {
    yaml: {
      plugins: {
        providers: [{ name: "workspace-gateway", path: pluginFolders[chosenPlugin()] }],
      },
    },
    config: { "workspace-gateway:native": "true" },
  },
};
