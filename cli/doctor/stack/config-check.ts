import { isCredentialKey, type Json, shellWord, unknownConfigKeys } from "pulumi-workspace-gateway/tools";
import { projectRow } from "../known.js";
import { whyItFailed } from "../machine.js";

/** Judges whether secrets can be decrypted. Only a preview shows it of a stack whose config has none. */
export const secretsCheck = projectRow("secrets provider", ["decrypted", "preview"], (known, check) => {
  const { decrypted, preview } = known;
  const isRefused = preview.code !== 0 && /secrets (manager|provider)|passphrase/.test(preview.stderr);
  if (decrypted.code === 0 && !isRefused) {
    return check.ok({ found: "The stack's secrets can be decrypted." });
  }
  const ran = decrypted.code === 0 ? preview : decrypted;
  return check.problem({
    found: `The stack's secrets cannot be decrypted: ${whyItFailed(ran)}.`,
    means: "An `up` would fail before its first request.",
    remedy: /passphrase/.test(ran.stderr)
      ? "Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE, to the passphrase of this stack."
      : "Sign in to the secrets provider that Pulumi.<stack>.yaml names.",
  });
});

/** How the keys of services begin, and how people name them. */
const keysOfServices =
  /^(sk-|[rs]k_live_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|wga_|eyJ)|PRIVATE KEY-----/;
const namesOfSecrets = /(api|access|private|secret)_?-?key$|token$|secret$|pass(word|phrase)$|credentials?$/i;

/** Whether a key of a config, or its value, looks like a credential. */
export function looksSecret(key: string, value: Json | undefined): boolean {
  return namesOfSecrets.test(key) || (typeof value === "string" && keysOfServices.test(value));
}

/** Refuses our credentials in plain text, as the program would, and points at what looks like one of others. */
export const credentialsCheck = projectRow(
  "credentials in the config",
  ["config", "stack", "project"],
  ({ config, stack, project }, check) => {
    const plain = Object.entries(config).filter(([, { secret }]) => secret !== true);
    const found = plain.filter(([key, { value }]) => looksSecret(key, value));
    const none = check.ok({ found: "No key of the config looks like a credential in plain text." });
    return found.length === 0
      ? none
      : found.map(([key]) => {
          const inProject = project.configKeys.includes(key);
          const place = inProject ? "Pulumi.yaml" : "the stack's config";
          const command = `pulumi config set --secret ${shellWord(key)} --stack ${shellWord(stack)}`;
          const also = inProject ? "; take the key out of Pulumi.yaml" : "";
          const whose = "whoever has the file has the credential";
          const said = {
            remedy: `Replace the credential, and run \`${command}\` for the new one${also}.`,
            facts: { key, place },
          };
          return isCredentialKey(key)
            ? check.problem({
                found: `${key} is a credential in plain text in ${place}.`,
                means: `The program refuses to run, and ${whose}.`,
                ...said,
              })
            : check.warning({
                found: `${key} looks like a credential in plain text in ${place}.`,
                means: `If it is one, ${whose}.`,
                ...said,
              });
        });
  },
);

/** Tells of keys of our namespace that are none of the settings. */
export const configKeysCheck = projectRow("config keys", ["config", "project"], (known, check) => {
  const keys = Object.fromEntries(Object.keys(known.config).map((key) => [key, ""]));
  return unknownConfigKeys(known.project.name, { PULUMI_CONFIG: JSON.stringify(keys) }).map((found) =>
    check.warning({
      found,
      means: "What it was meant to set has its default.",
      remedy: "Set the key that was meant, and remove this one with `pulumi config rm`.",
    }),
  );
});
