import { isJsonObject, type Json, type JsonObject, jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { routesFormat } from "./format.js";

/** The form of `gateway-routes.yaml` for editors, as the package has it in `gateway-routes.schema.json`. */
export function routesJsonSchema(): JsonObject {
  const schema = jsonIn(JSON.stringify(z.toJSONSchema(routesFormat, { io: "input" })));
  return isJsonObject(schema) ? { title: "gateway-routes.yaml", ...schema } : {};
}

/** The keys that the mapping at a place of a JSON Schema may have; none, where any may stand. */
export function keysOfSchema(schema: Json | undefined, path: readonly PropertyKey[]): readonly string[] {
  if (!isJsonObject(schema)) {
    return [];
  }
  const { anyOf, properties, additionalProperties } = schema;
  if (Array.isArray(anyOf)) {
    return anyOf.flatMap((form) => keysOfSchema(form, path));
  }
  const [first, ...rest] = path;
  const keys = isJsonObject(properties) ? properties : {};
  return first === undefined
    ? Object.keys(keys)
    : keysOfSchema(keys[String(first)] ?? additionalProperties, rest);
}
