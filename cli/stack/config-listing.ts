import type { Json } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

/** The keys of a config, and their values where they are known: nobody may print those. */
export const configListing = z.record(
  z.string(),
  z.looseObject({ secret: z.boolean().optional(), value: z.json().optional() }),
);

export type ConfigListing = z.infer<typeof configListing>;

/** A value as programs and settings read it: the JSON of anything that is not a string. */
export function configText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** The first characters of the keys of services, and the usual names of secrets. */
const keysOfServices =
  /^(sk-|[rs]k_live_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|wga_|eyJ)|PRIVATE KEY-----/;
const namesOfSecrets = /(api|access|private|secret)_?-?key$|token$|secret$|pass(word|phrase)$|credentials?$/i;

/** Whether a key of a config, or its value, looks like a credential. */
export function looksSecret(key: string, value: Json | undefined): boolean {
  return namesOfSecrets.test(key) || (typeof value === "string" && keysOfServices.test(value));
}
