import type { Values } from "pulumi-workspace-gateway/tools";
import { formatted } from "./formatted.js";
import { keyText, literal, stringText } from "./literal.js";

/** A property of a declaration, and the TypeScript that its value is. */
export type PropertyCode = readonly [name: string, code: string];

/** What declares one object. */
export interface DeclarationCode {
  readonly kind: string;
  /** Logical name of the resource. */
  readonly name: string;
  readonly properties: readonly PropertyCode[];
  /** The constant that holds it, if something refers to it. */
  readonly variable?: string | undefined;
  /** The expression that is its `parent`. */
  readonly parent?: string | undefined;
}

/** Stands between declarations that are formatted together, which is many times faster. No code has this line. */
const divider = "// next";

/** The TypeScript that declares each object, formatted, without a line break at its end. */
export async function declarationTexts(codes: readonly DeclarationCode[]): Promise<string[]> {
  const text = await formatted(codes.map(statement).join(`\n${divider}\n`));
  return codes.length === 0 ? [] : text.split(`\n${divider}\n`).map((each) => each.trimEnd());
}

function statement({ kind, name, properties, variable, parent }: DeclarationCode): string {
  const args = properties.map(([property, value]) => `${keyText(property)}: ${value}`);
  const given = [
    stringText(name),
    args.length === 0 ? "{}" : `{ ${args.join(", ")} }`,
    ...(parent === undefined ? [] : [`{ parent: ${parent} }`]),
  ];
  const constant = variable === undefined ? "" : `const ${variable} = `;
  return `${constant}new gateway.${kind}(${given.join(", ")});`;
}

/** Properties with these very values. */
export function literalProperties(values: Values): PropertyCode[] {
  return Object.entries(values).map(([name, value]) => [name, literal(value)]);
}
