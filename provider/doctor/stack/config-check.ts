import { z } from "zod";
import { unknownConfigKeys } from "../../program/config-keys.js";
import { isCredentialKey } from "../../program/plain-credentials.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { type Ran, whyItFailed } from "../machine.js";
import type { PulumiProject } from "../project/pulumi-project.js";

const secrets = about("secrets provider");

/** Judges whether `pulumi config --show-secrets` could decrypt the configuration. */
export function judgeSecrets(ran: Ran): Diagnosis {
  if (ran.code === 0) {
    return secrets.ok({ found: "The stack's config can be decrypted." });
  }
  return secrets.problem({
    found: `The stack's config cannot be decrypted: ${whyItFailed(ran)}.`,
    means: "An `up` would fail before its first request.",
    remedy: /passphrase/.test(ran.stderr)
      ? "Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE, to the passphrase of this stack."
      : "Sign in to the secrets provider that Pulumi.<stack>.yaml names.",
  });
}

/** One key of the stack's config. */
export const configListing = z.record(z.string(), z.looseObject({ secret: z.boolean().optional() }));

/** Refuses credentials in plain text, as the program would, and tells of keys that are none. */
export function checkConfigKeys(
  listing: z.infer<typeof configListing>,
  {
    stack,
    project,
  }: { readonly stack: string; readonly project: Pick<PulumiProject, "name" | "configKeys"> },
): readonly Diagnosis[] {
  const check = about("credentials in the config");
  const plain = Object.keys(listing).filter((key) => isCredentialKey(key) && listing[key]?.secret !== true);
  const found = plain.map((key) => {
    const place = project.configKeys.includes(key) ? "Pulumi.yaml" : "the stack's config";
    const command = `pulumi config set --secret ${key} --stack ${stack}`;
    return check.problem({
      found: `${key} is a credential in plain text in ${place}.`,
      means: "The program refuses to run, and whoever has the file has the credential.",
      remedy: `Replace the credential, and run \`${command}\` for the new one${place === "Pulumi.yaml" ? "; take the key out of Pulumi.yaml" : ""}.`,
      facts: { key, place },
    });
  });
  const none = check.ok({ found: "No credential is in plain text in the config." });
  return [...(found.length === 0 ? [none] : found), ...unknownKeys(project.name, Object.keys(listing))];
}

/** Keys of our namespace that are none of the settings. */
function unknownKeys(project: string, keys: readonly string[]): Diagnosis[] {
  const config = Object.fromEntries(keys.map((key) => [key, ""]));
  return unknownConfigKeys(project, { PULUMI_CONFIG: JSON.stringify(config) }).map((line) =>
    about("config keys").warning({
      found: line,
      means: "What it was meant to set has its default.",
      remedy: "Set the key that was meant, and remove this one with `pulumi config rm`.",
    }),
  );
}
