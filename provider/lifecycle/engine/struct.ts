import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import type { Values } from "../../spec/values.js";
import type { Json } from "../../text/json.js";
import { ofSdk } from "./of-sdk.js";

/** Values in the engine's form. An unknown is a string in it, and a secret an object, as in our values. */
export type Struct = NonNullable<ReturnType<CheckRequest["getNews"]>>;
type Value = NonNullable<ReturnType<ReturnType<Struct["getFieldsMap"]>["get"]>>;

/** Most commands of the tools never need it, so it is loaded with the first message. */
interface StructModule {
  readonly Struct: { fromJavaScript(values: Values): Struct };
}

export function structOf(values: Values): Struct {
  const { Struct: Made }: StructModule = ofSdk("google-protobuf/google/protobuf/struct_pb.js");
  return Made.fromJavaScript(values);
}

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
