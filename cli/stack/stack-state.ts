import {
  declaredProvider,
  defined,
  isHidden,
  isJsonObject,
  isSecretEnvelope,
  isTooDeep,
  type Json,
  jsonIn,
  type Kind,
  kindNameOf,
  referenceMark,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";

export type StackResource = Readonly<ReturnType<typeof resourceOf>>;
export type StackState = Readonly<ReturnType<typeof readStackState>>;

/** Reads the output of `pulumi stack export`. Errors never quote the text, because it may contain secrets. */
export function readStackState(text: string, kinds: readonly Kind[]) {
  const { resources, pending_operations: pending } = readDeployment(text).deployment;
  const ours = (resources ?? []).flatMap((resource) => {
    const kindName = kindNameOf(resource.type);
    return kindName === undefined ? [] : [{ kindName, resource }];
  });
  const known = ours.flatMap(({ kindName, resource }) => {
    const kind = kinds.find(({ name }) => name === kindName);
    return kind === undefined || resource.id === undefined ? [] : [resourceOf(kind, resource.id, resource)];
  });
  const names = kinds.map(({ name }) => name);
  const { stack, project } = partsOf(resources?.[0]?.urn ?? "");
  return {
    ...defined({ stack, project }),
    resources: known,
    /** Kinds from a newer release. */
    unknownKinds: [...new Set(ours.map(({ kindName }) => kindName).filter((name) => !names.includes(name)))],
    /** Interrupted operations: `creating`, `updating`, `deleting`, … */
    pending: (pending ?? []).map(({ type, resource: { urn } }) => ({
      operation: type,
      urn,
      ...partsOf(urn),
    })),
  };
}

function resourceOf(kind: Kind, id: string, resource: StateEntry) {
  const { urn, type, inputs = {}, outputs = {}, parent, retainOnDelete, deletedWith } = resource;
  const provider = declaredProvider(resource.provider);
  return {
    urn,
    name: partsOf(urn).name,
    type,
    kind,
    id,
    inputs,
    outputs,
    external: resource.external === true,
    leaving: resource.delete === true,
    protect: resource.protect === true,
    ignoreChanges: resource.ignoreChanges ?? [],
    ...defined({ parent, provider, retainOnDelete, deletedWith }),
  };
}

const properties = z.record(z.string(), z.json());

/** The known part of a resource in `pulumi stack export` and `pulumi preview --json`. */
export const stateEntry = z.looseObject({
  urn: z.string(),
  type: z.string(),
  custom: z.boolean().optional(),
  id: z.string().optional(),
  inputs: properties.optional(),
  outputs: properties.optional(),
  parent: z.string().optional(),
  provider: z.string().optional(),
  dependencies: z.array(z.string()).nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  deletedWith: z.string().optional(),
  replaceWith: z.array(z.string()).nullish(),
  aliases: z.array(z.string()).nullish(),
  ignoreChanges: z.array(z.string()).nullish(),
  additionalSecretOutputs: z.array(z.string()).nullish(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  external: z.boolean().optional(),
  delete: z.boolean().optional(),
  pendingReplacement: z.boolean().optional(),
  created: z.string().optional(),
});

const pendingEntry = z.looseObject({ type: z.string(), resource: stateEntry });

const deployment = z.looseObject({
  version: z.number().optional(),
  deployment: z.looseObject({
    resources: z.array(stateEntry).nullish(),
    pending_operations: z.array(pendingEntry).nullish(),
  }),
});

export type StateEntry = z.infer<typeof stateEntry>;
export type PendingEntry = z.infer<typeof pendingEntry>;
/** Properties that are not in the schema are kept. */
export type Deployment = z.infer<typeof deployment>;

/** A provider reference consists of the provider's URN and id. */
export function urnOfProvider(reference: string | undefined): string | undefined {
  return reference?.split("::").slice(0, -1).join("::");
}

export function propertySources({
  propertyDependencies,
}: Pick<StateEntry, "propertyDependencies">): Record<string, readonly string[]> {
  const all = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns ?? []] as const);
  return Object.fromEntries(all.filter(([name, urns]) => !isHidden(name) && urns.length > 0));
}

/** Omits values computed from an output, which have the same dependency but can be anything. */
export function referencesIn(
  inputs: Values,
  sources: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(sources).filter(([name, urns]) => urns.length === 1 && referenceMark(name) in inputs),
  );
}

/** Errors never quote the text, because it contains secrets. */
export function readDeployment(text: string): Deployment {
  const value = jsonIn(text);
  if (!isDeployment(value)) {
    throw new Error("this is not the output of `pulumi stack export`.");
  }
  return value;
}

/** The parsed value is used instead of zod's copy, because the state must be written back unchanged. */
export function isDeployment(value: unknown): value is Deployment {
  return deployment.safeParse(value).success;
}

export type PlainState = ReturnType<typeof plainState>;

/** `sealed`: names of properties that are at least partly encrypted, and therefore missing from `values`. */
export function plainState(values: Values) {
  const opened = Object.entries(values).map(([name, value]) => ({ name, ...open(value) }));
  return {
    values: defined(Object.fromEntries(opened.map(({ name, plain }) => [name, plain]))),
    secrets: new Set(opened.flatMap(({ name, isSecret }) => (isSecret ? name : []))),
    sealed: new Set(opened.flatMap(({ name, plain }) => (plain === undefined ? name : []))),
  };
}

/** `plain` is undefined if any part of the value is encrypted. */
function open(value: Json): { readonly plain: Json | undefined; readonly isSecret: boolean } {
  if (isSecretValue(value)) {
    const inside = plainValue(value);
    return { plain: inside === undefined ? undefined : open(inside).plain, isSecret: true };
  }
  if (typeof value !== "object" || value === null) {
    return { plain: value, isSecret: false };
  }
  const parts = Object.entries(value).map(([key, inside]) => ({ key, ...open(inside) }));
  const known = parts.flatMap(({ key, plain }) => (plain === undefined ? [] : [[key, plain] as const]));
  const whole = Array.isArray(value) ? known.map(([, plain]) => plain) : Object.fromEntries(known);
  return {
    plain: known.length < parts.length ? undefined : whole,
    isSecret: parts.some(({ isSecret }) => isSecret),
  };
}

/** Undefined if the text contains only the encrypted form, as it does without `--show-secrets`. */
export function plainValue(value: Json): Json | undefined {
  if (!isJsonObject(value) || !isSecretEnvelope(value)) {
    return value;
  }
  const { plaintext } = value;
  return typeof plaintext !== "string" ? value.value : isTooDeep(plaintext) ? undefined : jsonIn(plaintext);
}

export function isSecretValue(value: Json | undefined): boolean {
  return isJsonObject(value) && isSecretEnvelope(value);
}

/** Skips hidden properties, because the code of a dynamic provider is a secret only as a whole. */
export function secretsIn(value: Json): Json[] {
  if (isSecretValue(value)) {
    const plain = plainValue(value);
    return plain === undefined ? [] : [plain];
  }
  if (Array.isArray(value)) {
    return value.flatMap(secretsIn);
  }
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, inside]) => (isHidden(name) ? [] : secretsIn(inside)))
    : [];
}

/** Parses `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`. */
export function partsOf(urn: string) {
  const [stack, project, types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return {
    ...defined({ stack: stack || undefined, project: project || undefined }),
    type: types.split("$").at(-1) ?? "",
    name: name.join("::") || urn,
  };
}

/** Contains secret values. Never print them. */
export const configListing = z.record(
  z.string(),
  z.looseObject({ secret: z.boolean().optional(), value: z.json().optional() }),
);

export type ConfigListing = z.infer<typeof configListing>;

/** Converts values other than strings to JSON, the format that programs and settings parse. */
export function configText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** Never print it. */
export interface SecretText {
  /** Config key. Empty for a secret in the state. */
  readonly key: string;
  readonly text: string;
  /** False if the text is only a line or part of a value. */
  readonly isWhole: boolean;
}

/** Shorter secrets are not masked, because they often occur in unrelated text. */
const shortestMasked = 8;

/** Includes whole values, their lines, and the strings inside structured values. */
export function secretTexts(config: ConfigListing): SecretText[] {
  return Object.entries(config).flatMap(([key, { secret, value }]) =>
    secret && value !== undefined ? maskedTexts(key, value) : [],
  );
}

/** Returns only strings that are long enough to be masked. */
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

/** Key prefixes of common services, and common names of secrets. */
const keysOfServices =
  /^(sk-|[rs]k_live_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|wga_|eyJ)|PRIVATE KEY-----/;
const namesOfSecrets = /(api|access|private|secret)_?-?key$|token$|secret$|pass(word|phrase)$|credentials?$/i;

export function looksSecret(key: string, value: Json | undefined): boolean {
  return namesOfSecrets.test(key) || (typeof value === "string" && keysOfServices.test(value));
}
