import { hidden, loader, nativeToken, typeToken, type Values } from "pulumi-workspace-gateway/tools";
import type { ExportedObject } from "./exported-program.js";

/** A resource in a file for `pulumi import --file`. With its outputs, the engine takes it as it is and reads nothing. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

interface Importable {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly declared: Values;
  readonly outputs: Values;
}

/** The entry of an object, for a project whose plugin makes its resources, or for the dynamic provider. */
export function importEntry(
  { kind, name, id, declared, outputs }: Importable,
  hasPlugin: boolean,
): ImportEntry {
  const inputs = { ...declared, [hidden.imported]: true };
  if (hasPlugin) {
    return { type: nativeToken(kind), name, id, inputs, outputs };
  }
  const text = { [hidden.provider]: loader(kind) };
  return {
    type: typeToken(kind),
    name,
    id,
    inputs: { ...inputs, ...text },
    outputs: { ...outputs, ...text },
  };
}

export function importEntries(objects: readonly ExportedObject[], hasPlugin: boolean): ImportEntry[] {
  return objects.map(({ kind, name, id, imported }) =>
    importEntry({ kind, name, id, ...imported }, hasPlugin),
  );
}

/** The text of a file for `pulumi import --file`. */
export function importText(resources: readonly object[]): string {
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
