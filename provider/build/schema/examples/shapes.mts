import type { Step } from "./program.mts";

/** A type of the schema, as far as examples depend on it. */
export interface Property {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: Property;
}

type Properties = Readonly<Record<string, Property>>;

/** The schema, as far as examples are made of it and put into it. */
export interface Schema {
  readonly name: string;
  readonly language: {
    readonly go: { readonly importBasePath: string };
    readonly java: { readonly basePackage: string };
  };
  readonly provider: { readonly description: string; readonly inputProperties: Properties };
  readonly resources: Readonly<
    Record<string, { readonly description: string; readonly inputProperties: Properties }>
  >;
  readonly functions: Readonly<
    Record<string, { readonly description: string; readonly inputs: { readonly properties: Properties } }>
  >;
  readonly types: Readonly<Record<string, { readonly properties: Properties }>>;
}

/** Says which types the arguments of an example have. */
export class Shapes {
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** The type of an argument. Fails if there is no such argument. */
  argument(is: Step["is"], type: string, key: string): Property {
    const { name, provider, resources, functions } = this.#schema;
    const token = `${name}:index:${type}`;
    const ofResource = type === "Provider" ? provider : resources[token];
    const properties = is === "resource" ? ofResource?.inputProperties : functions[token]?.inputs.properties;
    const found = properties?.[key];
    if (found === undefined) {
      throw new Error(`An example gives ${type} a ${key}, which the schema does not know`);
    }
    return found;
  }

  isKind(type: string): boolean {
    return `${this.#schema.name}:index:${type}` in this.#schema.resources;
  }

  /** The type of an object whose properties have names. */
  named({ $ref = "" }: Property): { readonly name: string; readonly properties: Properties } | undefined {
    const token = $ref.replace("#/types/", "");
    const found = this.#schema.types[token];
    return found && { name: token.split(":").at(-1) ?? "", properties: found.properties };
  }
}
