import type { Values } from "../../spec/values.js";
import { isJsonObject, type Json } from "../../text/json.js";

/** The TypeScript that declares an object with these inputs. `parent` stands for the parent resource. */
export function declarationText(kind: string, name: string, inputs: Values, hasParent: boolean): string {
  const options = hasParent ? ", { parent }" : "";
  return `new gateway.${kind}(${JSON.stringify(name)}, ${literal(inputs, "")}${options});`;
}

function literal(value: Json, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, deeper));
    return items.length === 0 ? "[]" : `[\n${block(items, indent)}]`;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => `${keyText(key)}: ${literal(inner, deeper)}`);
    return entries.length === 0 ? "{}" : `{\n${block(entries, indent)}}`;
  }
  return JSON.stringify(value);
}

function block(lines: readonly string[], indent: string): string {
  return `${lines.map((line) => `${indent}  ${line},\n`).join("")}${indent}`;
}

/** In a literal, `__proto__` is a property only if it stands in brackets. */
function keyText(key: string): string {
  if (key === "__proto__") {
    return '["__proto__"]';
  }
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
