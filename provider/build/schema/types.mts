/** What is read of the JSON schemas that zod makes. */
export interface Json {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

const anything = { $ref: "pulumi.json#/Any" };

/** Makes types of JSON schemas, and keeps the objects among them: Pulumi wants these to have names. */
export class Types {
  readonly named: Record<string, object> = {};

  /** `token`: of the type, if it is an object with fields, of which the `description` tells. */
  of(json: Json, token: string, description?: string): object {
    const [first = {}, ...others] = partsOf(json);
    const type = [first.type ?? []].flat().find((each) => each !== "null");
    if (first.properties !== undefined) {
      return this.#merged([first, ...others], token, description);
    }
    if (type === "array") {
      return { type, items: this.of(first.items ?? {}, token, description) };
    }
    if (type === "object") {
      return { type, additionalProperties: anything };
    }
    return type === undefined ? anything : { type: isSwitch(first) ? "boolean" : type };
  }

  refer(token: string, type: object): object {
    this.named[token] = type;
    return { $ref: `#/types/${token}` };
  }

  /** A union of objects as one object with the fields of all: most languages have no such unions. */
  #merged(parts: readonly Json[], token: string, description: string | undefined): object {
    const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    const properties = fields.map(([key, json]) => {
      const { description: told } = json;
      return [key, { ...this.of(json, token + capital(key), told), description: told }];
    });
    const required = fields
      .map(([key]) => key)
      .filter((key) => parts.every((part) => part.required?.includes(key)));
    const type = { type: "object", properties: Object.fromEntries(properties), required };
    return this.refer(token, description === undefined ? type : { description, ...type });
  }
}

/** The parts of a union but null, or else the whole. */
export function partsOf(json: Json): readonly Json[] {
  return json.anyOf?.filter(({ type }) => type !== "null") ?? [json];
}

/** `true` or `false` as text, as a stack's config has it. */
export function isSwitch(json: Json): boolean {
  return json.enum?.join() === "true,false";
}

export function capital(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}
