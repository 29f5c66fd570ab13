import type { z } from "zod";
import * as pulumi from "#sdk";
import { credentialKeys, isCredential, type settingsSchema } from "../client/settings.js";
import { packageVersion } from "../io/package-version.js";
import { pluginName } from "../spec/token.js";
import { defined } from "../text/json.js";
import { warnOfUndefined } from "./declaration.js";
import { preflights } from "./preflight.js";
import { pointAtProgram, programLine } from "./program-line.js";
import type { WithInputs } from "./resource.js";

type SettingInput = z.input<typeof settingsSchema>;
type SettingOutput = z.output<typeof settingsSchema>;
type UndefinedIn<T> = undefined extends T ? undefined : never;

/** Settings as programs declare them: with their own types, whereas a stack's config contains text. */
type SettingArgs = {
  [K in keyof SettingInput]: pulumi.Input<WithInputs<SettingOutput[K]> | UndefinedIn<SettingInput[K]>>;
};

/** The arguments of a {@link Provider}: a gateway, and how to sign in to it. */
export interface ProviderArgs extends SettingArgs {}

/**
 * A gateway whose settings are in the program, for resources that have it as their `provider` or inherit it
 * from their parent. Requires the native plugin, listed in `Pulumi.yaml` under `plugins`.
 *
 * - Settings: only its arguments. The environment and the stack's config are not read. If neither an
 * `accessToken` nor an app is set, it
 *   uses the login that `workspace-gateway login` stored for the `baseUrl`.
 * - Secrets: `accessToken` and `clientSecret`, even if they are literals.
 * - Replaced on changes to: nothing. If new arguments point to a different gateway, the preview of each of its resources fails,
 * unless `movedFrom` declares that it is the same gateway. Resources that switch to a different `Provider`
 * are recreated on its
 *   gateway and deleted on the old one.
 * - On destroy: removed from the state. Nothing on the gateway belongs to it.
 * - Errors: if Pulumi cannot find the plugin, the program fails before the provider is registered, with the lines to add to
 *   `Pulumi.yaml`. An error about an argument shows its name, never its value.
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
    const inputs: pulumi.Inputs = { ...args };
    warnOfUndefined({ kind: Provider, name, args: inputs, line }, credentialKeys);
    const restoreTraces = pointAtProgram(line);
    try {
      super(
        pluginName,
        name,
        encodeSettings(inputs),
        pulumi.mergeOptions({ version: packageVersion() }, opts),
      );
    } finally {
      restoreTraces();
    }
  }
}

/** Encodes the arguments in the form of a stack's config, because the engine passes only text. */
function encodeSettings(args: pulumi.Inputs): pulumi.Inputs {
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
