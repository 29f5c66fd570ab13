import type { z } from "zod";
import * as pulumi from "#sdk";
import { credentialKeys, isCredential, type settingsSchema } from "../client/settings/settings-schema.js";
import { packageVersion } from "../io/package-version.js";
import { pluginName } from "../spec/token.js";
import { defined } from "../text/defined.js";
import { warnOfUndefined } from "./declaration.js";
import { preflights } from "./preflight.js";
import { pointAtProgram, programLine } from "./program-line.js";
import type { WithInputs } from "./resource.js";

type Written = z.input<typeof settingsSchema>;
type Meant = z.output<typeof settingsSchema>;
type OrNothing<T> = undefined extends T ? undefined : never;

/** Settings as programs give them: what is text in a stack's config has the type that it stands for. */
type SettingArgs = {
  [K in keyof Written]: pulumi.Input<WithInputs<Meant[K]> | OrNothing<Written[K]>>;
};

/** What a {@link Provider} is declared with: a gateway, and how to sign in there. */
export interface ProviderArgs extends SettingArgs {}

/**
 * A gateway whose settings stand in the program: for resources with it as their `provider`, or with a parent that has it. It needs
 * the package's plugin, which `plugins` in `Pulumi.yaml` names.
 *
 * - Settings: its arguments alone. Nothing is read of the environment and the stack's config. Without an `accessToken` and an
 *   app, the login serves that `workspace-gateway login` keeps for the `baseUrl`.
 * - Secrets: `accessToken` and `clientSecret`, also as literals.
 * - Replaced by a change of: nothing. If other arguments lead to another gateway, the preview of each of its resources fails, until
 *   `movedFrom` says that it is the same one. Resources that get another `Provider` are made anew on its gateway, and deleted
 *   on theirs.
 * - On destroy: forgotten. It is nothing on a gateway.
 * - Errors: a plugin that Pulumi would not find fails before it is registered, with the lines to add to `Pulumi.yaml`. What is
 *   wrong with the arguments is told by name, without the value.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const eu = new gateway.Provider("eu", {
 *   baseUrl: "https://eu.gateway.example/api/v1",
 *   accessToken: new pulumi.Config().requireSecret("euToken"),
 *   maxConcurrency: 8,
 * });
 * new gateway.Workspace("support", { name: "Support assistant" }, { provider: eu });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs, opts: pulumi.ResourceOptions = {}) {
    preflights.passWithPlugin();
    const line = programLine();
    const given: pulumi.Inputs = { ...args };
    warnOfUndefined({ kind: Provider, name, args: given, line }, credentialKeys);
    const done = pointAtProgram(line);
    try {
      super(pluginName, name, wired(given), pulumi.mergeOptions({ version: packageVersion() }, opts));
    } finally {
      done();
    }
  }
}

/** The arguments as the engine passes them on: all are text, in the form that they have in a stack's config. */
function wired(args: pulumi.Inputs): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(defined(args)).map(([key, value]) => {
      const text = pulumi.output(value).apply(asConfigText);
      return [key, isCredential(key) ? pulumi.secret(text) : text];
    }),
  );
}

function asConfigText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    return value.join(" ");
  }
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}
