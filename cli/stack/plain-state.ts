import {
  defined,
  isHidden,
  isJsonObject,
  isSecretEnvelope,
  isTooDeep,
  type Json,
  jsonIn,
  type Values,
} from "pulumi-workspace-gateway/tools";

/** The properties of a resource as the lifecycle works on them. */
export interface PlainState {
  /** Without those that the text has only encrypted. */
  readonly values: Values;
  /** The names of those that hold a secret, because of their kind or because the program says so. */
  readonly secrets: ReadonlySet<string>;
  /** The names of those that the text has only encrypted, or a part of which. */
  readonly sealed: ReadonlySet<string>;
}

/** Takes the secrets of a stack's state out of their envelopes. */
export function plainState(values: Values): PlainState {
  const opened = Object.entries(values).map(([name, value]) => [name, open(value)] as const);
  return {
    values: defined(Object.fromEntries(opened.map(([name, { plain }]) => [name, plain]))),
    secrets: namesOf(opened.filter(([, { isSecret }]) => isSecret)),
    sealed: namesOf(opened.filter(([, { plain }]) => plain === undefined)),
  };
}

function namesOf(entries: readonly (readonly [string, unknown])[]): Set<string> {
  return new Set(entries.map(([name]) => name));
}

interface Opened {
  /** Undefined if a part of it is only encrypted. */
  readonly plain: Json | undefined;
  readonly isSecret: boolean;
}

function open(value: Json): Opened {
  if (isSecretValue(value)) {
    const inside = plainValue(value);
    return { plain: inside === undefined ? undefined : open(inside).plain, isSecret: true };
  }
  if (Array.isArray(value)) {
    const parts = value.map(open);
    const plain = parts.flatMap((part) => (part.plain === undefined ? [] : [part.plain]));
    return { plain: plain.length < parts.length ? undefined : plain, isSecret: parts.some(secretly) };
  }
  if (isJsonObject(value)) {
    const parts = Object.entries(value).map(([key, inside]) => [key, open(inside)] as const);
    const plain = parts.flatMap(([key, part]) => (part.plain === undefined ? [] : [[key, part.plain]]));
    return {
      plain: plain.length < parts.length ? undefined : Object.fromEntries(plain),
      isSecret: parts.some(([, part]) => secretly(part)),
    };
  }
  return { plain: value, isSecret: false };
}

function secretly({ isSecret }: Opened): boolean {
  return isSecret;
}

/**
 * The plain value of a property in a stack's state. Undefined if it is a secret of which the text has only the encrypted
 * form: `pulumi stack export --show-secrets` has the plain one, too.
 */
export function plainValue(value: Json): Json | undefined {
  if (!isJsonObject(value) || !isSecretEnvelope(value)) {
    return value;
  }
  return typeof value.plaintext === "string" ? plainIn(value.plaintext) : value.value;
}

/** Undefined for what is damaged. */
function plainIn(plaintext: string): Json | undefined {
  return isTooDeep(plaintext) ? undefined : jsonIn(plaintext);
}

/** Whether a property in a stack's state is a secret. */
export function isSecretValue(value: Json | undefined): boolean {
  return isJsonObject(value) && isSecretEnvelope(value);
}

/**
 * The secrets in a state of which the text has the plain form, old ones among them. What the engine and its SDK keep for themselves has
 * none: the code of a dynamic provider is a secret only as a whole.
 */
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
