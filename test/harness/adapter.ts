import path from "node:path";
import { paths } from "./paths.ts";

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

/** What the command line of the provider's process has in it. */
const pluginMarks: Readonly<Record<Adapter, string>> = {
  dynamic: "dynamic-provider",
  native: path.join("dist", "plugin", "main.js"),
};

export function isPlugin(command: string): boolean {
  return Object.values(pluginMarks).some((mark) => command.includes(mark));
}

/** What a project of an adapter has besides: an entry of Pulumi.yaml, and of the stack's config. */
export const adapterProject: Readonly<
  Record<Adapter, { readonly yaml: object; readonly config: Record<string, string> }>
> = {
  dynamic: { yaml: {}, config: {} },
  native: {
    yaml: {
      plugins: {
        providers: [{ name: "workspace-gateway", path: path.join(paths.root, "provider", "plugin") }],
      },
    },
    config: { "workspace-gateway:native": "true" },
  },
};
