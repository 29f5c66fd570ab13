import { isCredentialKey, type Json, shellWord } from "pulumi-workspace-gateway/tools";
import { projectRow } from "../known.js";
import { whyItFailed } from "../machine.js";

/** If the config has no secret, only a preview shows that secrets cannot be decrypted. */
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

/** The first characters of the keys of services, and the usual names of secrets. */
const keysOfServices =
  /^(sk-|[rs]k_live_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|wga_|eyJ)|PRIVATE KEY-----/;
const namesOfSecrets = /(api|access|private|secret)_?-?key$|token$|secret$|pass(word|phrase)$|credentials?$/i;

/** Whether a key of a config, or its value, looks like a credential. */
export function looksSecret(key: string, value: Json | undefined): boolean {
  return namesOfSecrets.test(key) || (typeof value === "string" && keysOfServices.test(value));
}

/** A program refuses our credentials in plain text. */
export const credentialsCheck = projectRow(
  "credentials in the config",
  ["config", "stack", "project"],
  ({ config, stack, project }, check) => {
    const plain = Object.entries(config).filter(
      ([key, { secret }]) => secret !== true && isCredentialKey(key),
    );
    return plain.length === 0
      ? check.ok({ found: "The config has no credential of a gateway in plain text." })
      : plain.map(([key]) => {
          const inProject = project.configKeys.includes(key);
          const command = `pulumi config set --secret ${shellWord(key)} --stack ${shellWord(stack)}`;
          const also = inProject ? "; take the key out of Pulumi.yaml" : "";
          return check.problem({
            found: `${key} is a credential in plain text in ${inProject ? "Pulumi.yaml" : "the stack's config"}.`,
            means: "The program refuses to run, and anyone who has the file has the credential.",
            remedy: `Replace the credential, and run \`${command}\` for the new one${also}.`,
          });
        });
  },
);
