import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { ofSdk } from "../lifecycle/engine/of-sdk.js";
import { hidden, isSecretEnvelope, type Values } from "../spec/values.js";
import { isJsonObject, type Json } from "../text/json.js";

/** Values in the engine's form. An unknown is a string in it, and a secret an object, as in our values. */
export type Struct = NonNullable<ReturnType<CheckRequest["getNews"]>>;
type Value = NonNullable<ReturnType<ReturnType<Struct["getFieldsMap"]>["get"]>>;

const { Struct: Made }: { Struct: { fromJavaScript(values: Values): Struct } } = ofSdk(
  "google-protobuf/google/protobuf/struct_pb.js",
);

export function valuesOf(struct: Struct | undefined): Values {
  const entries: [string, Json][] = [];
  struct?.getFieldsMap().forEach((value, name) => {
    entries.push([name, jsonOf(value)]);
  });
  return Object.fromEntries(entries);
}

function jsonOf(value: Value): Json {
  const struct = value.getStructValue();
  const list = value.getListValue();
  if (struct !== undefined || list !== undefined) {
    return list?.getValuesList().map(jsonOf) ?? valuesOf(struct);
  }
  if (value.hasStringValue()) {
    return value.getStringValue();
  }
  if (value.hasNumberValue()) {
    return value.getNumberValue();
  }
  return value.hasBoolValue() ? value.getBoolValue() : null;
}

export function structOf(values: Values): Struct {
  return Made.fromJavaScript(values);
}

/** A secret without its envelope; undefined for a value that is no secret. */
export function unsealed(value: Json | undefined): Json | undefined {
  return isJsonObject(value) && isSecretEnvelope(value) ? value.value : undefined;
}

const ofDynamic: readonly string[] = [hidden.provider, hidden.name, hidden.retained, hidden.urn];

/** The values without what only a dynamic provider has: its text, the resource's names, the retained outputs. */
export function native(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofDynamic.includes(name)));
}
