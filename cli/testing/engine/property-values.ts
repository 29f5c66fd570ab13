import {
  defined,
  isJsonObject,
  isSecretEnvelope,
  isUnknown,
  type Json,
  type JsonObject,
  secretEnvelope,
  unknownValue,
  type Values,
} from "pulumi-workspace-gateway/tools";

/** By this key, the engine's protocol marks an object that stands for something else; the values say for what. */
const signature = "4dabf18193072939515e22adb298388d";
const signatures = {
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
} as const;

/** A value as a program sends it, in the form that a state has: an output as what it holds, a resource as its id. */
function receivedValue(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(receivedValue);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (value[signature] === signatures.output) {
    const held = value.value === undefined ? unknownValue : receivedValue(value.value);
    return value.secret === true ? sealedValue(held) : held;
  }
  if (value[signature] === signatures.resource) {
    return value.id === undefined || value.id === "" ? (value.urn ?? null) : value.id;
  }
  return mapValues(value, receivedValue);
}

export function receivedValues(values: Values): Values {
  return mapValues(values, receivedValue);
}

/** The values as functions of the program get them: secrets, and what comes from other resources, as outputs. */
export function valuesAsOutputs(
  values: Values,
  dependencies: Readonly<Record<string, readonly string[]>>,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const from = dependencies[name] ?? [];
      return [name, from.length === 0 ? valueAsOutputs(value) : outputOf(value, from)];
    }),
  );
}

function valueAsOutputs(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(valueAsOutputs);
  }
  if (isUnknown(value)) {
    return outputOf(value, []);
  }
  return !isJsonObject(value) || isSecretEnvelope(value)
    ? isJsonObject(value)
      ? outputOf(value, [])
      : value
    : mapValues(value, valueAsOutputs);
}

function outputOf(value: Json, dependencies: readonly string[]): JsonObject {
  const isSecret = holdsSecret(value);
  const held = isUnknown(value) ? undefined : openedValue(value);
  return {
    [signature]: signatures.output,
    ...defined({ value: held }),
    secret: isSecret,
    dependencies: [...dependencies],
  };
}

/** The value without the envelopes of secrets, at any depth: as a provider that asks for no envelopes gets it. */
function openedValue(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(openedValue);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return isSecretEnvelope(value) ? openedValue(value.value ?? null) : mapValues(value, openedValue);
}

export function openedValues(values: Values): Values {
  return mapValues(values, openedValue);
}

/** Marks as secret what is one in the values that it was made of: by the same name, or inside of objects of the same name. */
export function sealedLike(values: Values, like: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const source = like[name];
      if (source === undefined) {
        return [name, value];
      }
      if (isPlainObject(value) && isPlainObject(source)) {
        return [name, sealedLike(value, source)];
      }
      return [name, holdsSecret(source) ? sealedValue(value) : value];
    }),
  );
}

/** Marks the properties of these names as secret. */
export function sealedNames(values: Values, names: readonly string[]): Values {
  const sealed = names.map((name) => [
    name,
    values[name] === undefined ? undefined : sealedValue(values[name]),
  ]);
  return { ...values, ...defined(Object.fromEntries(sealed)) };
}

function sealedValue(value: Json): Json {
  return isJsonObject(value) && isSecretEnvelope(value) ? value : secretEnvelope(value);
}

function holdsSecret(value: Json): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return (isJsonObject(value) && isSecretEnvelope(value)) || Object.values(value).some(holdsSecret);
}

function isPlainObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !isSecretEnvelope(value);
}

function mapValues(values: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
