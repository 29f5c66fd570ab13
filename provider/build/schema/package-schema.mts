import type { z } from "zod";
import type { FunctionSpec } from "../../functions/read/call.ts";
import type { Kind } from "../../spec/kind.ts";
import type { BuiltSpecs } from "../bundle.mts";
import type { Declared } from "../reference/declared.mts";
import { csharpClass, csharpProperty } from "./csharp-names.mts";
import { descriptionOf, memberDescription } from "./description.mts";
import { type Manifest, packageFacts } from "./package-facts.mts";
import { capital, type Json, Types } from "./types.mts";

/** What the build has made, as far as the schema is made of it. */
export interface Built extends Omit<BuiltSpecs, "toJSONSchema"> {
  readonly toJSONSchema: (schema: z.ZodType, options: object) => Json;
}

/** Makes the schema of the package: types out of the specs, and descriptions out of the comments. */
export class PackageSchema {
  readonly #built: Built;
  readonly #declared: readonly Declared[];
  readonly #types = new Types();

  constructor(built: Built, declared: readonly Declared[]) {
    this.#built = built;
    this.#declared = declared;
  }

  make(manifest: Manifest): object {
    const { kinds, functions, settingsSchema, credentialKeys, nativeToken, settingNames } = this.#built;
    const settings = this.#fields(settingsSchema, nativeToken("Provider"), this.#named("ProviderArgs"));
    for (const key of credentialKeys) {
      Object.assign(settings.properties[key] ?? {}, { secret: true });
    }
    // Not those of a provider in the program: no token of the environment goes to another gateway than its own.
    const variables = Object.entries(settings.properties).map(([key, spec]): [string, object] => [
      key,
      { ...spec, defaultInfo: { environment: [settingNames(key).variable] } },
    ]);
    return {
      ...packageFacts(manifest),
      config: { variables: Object.fromEntries(variables) },
      provider: {
        description: descriptionOf(this.#named("Provider")),
        inputProperties: settings.properties,
        requiredInputs: settings.required,
      },
      types: this.#types.named,
      resources: Object.fromEntries(kinds.map((kind) => [nativeToken(kind.name), this.#resource(kind)])),
      functions: Object.fromEntries(
        [...functions].map(([token, spec]) => [token, this.#function(token, spec)]),
      ),
    };
  }

  #resource(kind: Kind): object {
    const { name, endpoints } = kind;
    const token = this.#built.nativeToken(name);
    const inputs = this.#fields(kind.schema, token, this.#named(`${name}Args`), kind);
    const outputs = this.#fields(kind.outputs, token, this.#named(name));
    const only = (...names: readonly unknown[]) => {
      const chosen = Object.entries(inputs.properties).filter(([key]) => names.includes(key));
      return { type: "object", properties: Object.fromEntries(chosen) };
    };
    return {
      description: descriptionOf(this.#named(name)),
      properties: { ...inputs.properties, ...outputs.properties },
      required: [...inputs.required, ...outputs.required],
      inputProperties: inputs.properties,
      requiredInputs: inputs.required,
      stateInputs: only(endpoints.parent?.field, "connection"),
      listInputs: this.#built.isReadable(kind) ? only(endpoints.parent?.field) : undefined,
      aliases: [{ type: this.#built.typeToken(name) }],
      language: inCsharp(name, csharpClass(name)),
    };
  }

  #function(token: string, { name, takes, reading, givesList }: FunctionSpec): object {
    const [, args = "", result = ""] = /\bargs\??: (\w+).*Promise<(\w+)/.exec(this.#named(name).code) ?? [];
    const given = (owner: string) => this.#fields(reading.result, owner, this.#named(result));
    return {
      description: descriptionOf(this.#named(name)),
      inputs: this.#fields(takes, token, this.#named(args)),
      outputs: givesList ? this.#list(given(`${token}Item`), `${token}Item`, result) : given(token),
    };
  }

  /** An object with a list: the result of a function is an object. */
  #list(element: object, token: string, commented: string): object {
    const description = descriptionOf(this.#named(commented));
    const items = this.#types.refer(token, { description, ...element });
    return {
      type: "object",
      properties: { items: { description, type: "array", items } },
      required: ["items"],
    };
  }

  /** `commented`: the declaration whose members have the comments. */
  #fields(schema: z.ZodObject, token: string, commented: Declared, kind?: Kind) {
    const { toJSONSchema, fieldsOf, isFixed } = this.#built;
    const { properties = {} } = toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const fields = fieldsOf(schema);
    const specs = fields.map((field): [string, object] => {
      const json = properties[field.name] ?? {};
      const told = memberDescription(commented, field.name, json);
      const replaces = kind !== undefined && isFixed(kind, field);
      const description = replaces ? `${told} A change replaces the object.` : told;
      const type = this.#types.of(json, token + capital(field.name), told);
      const language = kind && inCsharp(capital(field.name), csharpProperty(kind.name, field.name));
      return [field.name, { ...type, description, secret: field.secret, language }];
    });
    const required = fields
      .filter(({ optional, nullable }) => !optional && !nullable)
      .map(({ name }) => name);
    return { type: "object", properties: Object.fromEntries(specs), required };
  }

  #named(name: string): Declared {
    const found = this.#declared.find((each) => each.name === name);
    if (found === undefined) {
      throw new Error(`${name} is not public, so the schema has no comments for it`);
    }
    return found;
  }
}

/** What a name is in C#, if it is another one there. */
function inCsharp(name: string, csharp: string): object | undefined {
  return name === csharp ? undefined : { csharp: { name: csharp } };
}
