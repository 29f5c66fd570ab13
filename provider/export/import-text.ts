import { typeToken } from "../spec/token.js";
import type { ExportedObject } from "./exported-program.js";

/** The text of a file for `pulumi import --file`, with those objects that the gateway has. */
export function importText(objects: readonly ExportedObject[]): string {
  const resources = objects.flatMap(({ spec, name, id, imported }) =>
    imported === undefined
      ? []
      : [{ type: typeToken(spec.name), name, id, inputs: imported.inputs, outputs: imported.outputs }],
  );
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
