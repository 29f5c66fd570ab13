import { configNamespace } from "../client/settings/settings.js";
import { settingsSchema } from "../client/settings/settings-schema.js";
import { likely } from "../text/likely.js";
import { type ProgramEnv, stackConfig } from "./stack-config.js";

/**
 * A line for every key in the stack's config that looks like a setting of ours and is none.
 *
 * A project that has the name of the namespace keeps its own keys there.
 */
export function unknownConfigKeys(project: string, env: ProgramEnv = process.env): string[] {
  const known = Object.keys(settingsSchema.shape);
  const names = stackConfig(env).keys.flatMap((key) => {
    const [namespace, ...rest] = key.split(":");
    return namespace === configNamespace ? [rest.join(":")] : [];
  });
  const foreign = project === configNamespace ? [] : names;
  return foreign
    .filter((name) => !known.includes(name.slice(connectionOf(name).length)))
    .map((name) => {
      const connection = connectionOf(name);
      const meant = likely(name.slice(connection.length), known);
      const right =
        meant === undefined
          ? `the settings are ${known.join(", ")}`
          : `${configNamespace}:${connection}${meant} is one`;
      return `The stack's config has ${configNamespace}:${name}, which is no setting and has no effect; ${right}.`;
    });
}

/** The name of the connection with its dot, as in `eu.baseUrl`; empty for the default one. */
function connectionOf(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}
