import type { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { configNamespace, plainCredential } from "../client/settings/setting-names.js";
import { packageFolder, packageVersion } from "../io/package-version.js";
import { valuesOf } from "../lifecycle/engine/struct.js";
import type { Session } from "../lifecycle/operation/session.js";
import { declaredProviderAt } from "../spec/token.js";
import { isJsonObject, type Json } from "../text/json.js";
import { isInRange } from "../text/version-range.js";
import { unsealed } from "./wire.js";

/**
 * Takes the settings: the stack's config, or the arguments of a provider that the program declares. The arguments must be
 * complete. What the stack's config lacks is told to the resources whose connection needs it.
 */
export function configure(session: Session, request: ConfigureRequest): void {
  const values = valuesOf(request.getArgs());
  const provider = declaredProviderAt(request.getUrn() ?? "");
  const valueAt = (key: string) => values[key.slice(`${configNamespace}:`.length)];
  const keys = Object.keys(values).map((key) => `${configNamespace}:${key}`);
  // Only what was encrypted comes in an envelope.
  const message = plainCredential(keys, (key) => unsealed(valueAt(key)) !== undefined, provider);
  if (message !== undefined) {
    throw new Error(message);
  }
  const given = (key: string) => asSetting(valueAt(key));
  session.configure(given, provider);
  if (provider !== undefined) {
    session.client(undefined);
  }
}

/**
 * Why this plugin is too old for the version of the package that the program uses. The program may declare what an older plugin
 * does not know and would leave out silently. A newer plugin knows all that an older SDK can declare.
 */
export function whyTooOld(wanted: Json | undefined): string | undefined {
  const own = packageVersion();
  if (typeof wanted !== "string" || isInRange(own, `>=${wanted}`)) {
    return undefined;
  }
  return (
    `the program uses pulumi-workspace-gateway ${wanted}, and this plugin is of ${own}, in ${packageFolder()}. ` +
    "Let its entry in Pulumi.yaml lead into the package that the program uses: `npx workspace-gateway doctor` shows the line."
  );
}

/** A setting as a text, as it would stand in the environment. */
function asSetting(value: Json | undefined): string | undefined {
  const open = isJsonObject(value) ? unsealed(value) : value;
  if (Array.isArray(open)) {
    return open.join(" ");
  }
  return open === undefined || open === null ? undefined : String(open);
}
