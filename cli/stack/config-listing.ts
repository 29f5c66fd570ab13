import { isJsonObject, type Json, jsonIn } from "pulumi-workspace-gateway/tools";
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

/** A text of a config or a state that nobody may print. */
export interface SecretText {
  /** The key that it is of; empty for one of a state. */
  readonly key: string;
  readonly text: string;
  /** Whether it is the whole value, and not a line or a part of it. */
  readonly isWhole: boolean;
}

/** Shorter secrets are not masked: too many other texts hold them. */
const shortestMasked = 8;

/** Every secret text of a config: whole values, their lines, and what stands in structured values. */
export function secretTexts(config: ConfigListing): SecretText[] {
  return Object.entries(config).flatMap(([key, { secret, value }]) =>
    secret && value !== undefined ? maskedTexts(key, value) : [],
  );
}

/** The texts of a secret value that are long enough to be masked. */
export function maskedTexts(key: string, value: Json): SecretText[] {
  const all = textsIn(value).map((text) => ({ key, text, isWhole: text === value }));
  return all.filter(({ text }) => text.trim().length >= shortestMasked);
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") {
    const inside = /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
    const lines = value.includes("\n") ? value.split(/\r?\n/) : [];
    return [value, ...lines, ...(inside === undefined ? [] : textsIn(inside))];
  }
  if (Array.isArray(value)) {
    return value.flatMap(textsIn);
  }
  return isJsonObject(value)
    ? Object.values(value).flatMap(textsIn)
    : typeof value === "number"
      ? [String(value)]
      : [];
}

/** The first characters of the keys of services, and the usual names of secrets. */
const keysOfServices =
  /^(sk-|[rs]k_live_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|wga_|eyJ)|PRIVATE KEY-----/;
const namesOfSecrets = /(api|access|private|secret)_?-?key$|token$|secret$|pass(word|phrase)$|credentials?$/i;

/** Whether a key of a config, or its value, looks like a credential. */
export function looksSecret(key: string, value: Json | undefined): boolean {
  return namesOfSecrets.test(key) || (typeof value === "string" && keysOfServices.test(value));
}
