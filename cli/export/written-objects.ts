import { defined, type Field, type Kind, selectorsOf } from "pulumi-workspace-gateway/tools";
import type {
  ExportedFile,
  ExportedObject,
  ExportedProperty,
  ExportInput,
  RequiredKey,
} from "./exported-program.js";
import { proseCode, proseFile } from "./files/prose-files.js";
import type { NamedObject } from "./names/named-objects.js";
import { declarationTexts } from "./print/declaration.js";
import { literal } from "./print/literal.js";
import { type FindReference, type Reference, referencesAmong, referredBy } from "./references.js";
import { keyCode, requiredKeys } from "./secret-keys.js";

/** An object with the text that declares it, and what this text needs. */
export interface WrittenObject {
  readonly exported: ExportedObject;
  readonly keys: readonly RequiredKey[];
  /** The texts that it reads. */
  readonly prose: readonly ExportedFile[];
}

/** The code of a declaration before it is known what others refer to. */
interface Drawn {
  readonly object: NamedObject;
  readonly properties: readonly ExportedProperty[];
  readonly references: readonly Reference[];
  readonly keys: readonly RequiredKey[];
  readonly prose: readonly ExportedFile[];
}

/** Writes the declaration of every object. */
export async function writtenObjects(
  objects: readonly NamedObject[],
  input: Pick<ExportInput, "kinds" | "keys" | "oneFile">,
): Promise<WrittenObject[]> {
  const { kinds } = input;
  const find = referencesAmong(objects, kinds);
  const drawn = objects.map((object) => draw(object, find, input));
  const referred = new Set(drawn.flatMap(({ references }) => references.map(({ target }) => target)));
  const texts = await declarationTexts(
    drawn.map(({ object, properties }) => ({
      kind: object.spec.name,
      name: object.name,
      properties: properties.map(({ name, code }) => [name, code] as const),
      variable: referred.has(object) ? object.variable : undefined,
    })),
  );
  return drawn.map(({ object, properties, keys: required, prose }, index) => ({
    exported: { ...remembered(object, kinds), text: texts[index] ?? "", properties },
    keys: required,
    prose,
  }));
}

function remembered(
  object: NamedObject,
  kinds: readonly Kind[],
): Omit<ExportedObject, "text" | "properties"> {
  const { spec, id, group, name, variable, file, inputs, imported } = object;
  const values = referredBy(object, kinds);
  return {
    kind: spec.name,
    id,
    ...defined({ workspaceId: spec.endpoints.parent === undefined ? undefined : group }),
    name,
    variable,
    file,
    declared: inputs,
    ...defined({ referredBy: Object.keys(values).length === 0 ? undefined : values }),
    spec,
    ...defined({ imported }),
  };
}

function draw(
  object: NamedObject,
  find: FindReference,
  { keys, oneFile }: Pick<ExportInput, "keys" | "oneFile">,
): Drawn {
  const { spec, name, inputs } = object;
  const required = keys === "required" ? requiredKeys(spec, name) : [];
  const references: Reference[] = [];
  const prose: ExportedFile[] = [];
  const properties = inReadingOrder(spec).flatMap((field): ExportedProperty[] => {
    const said = (code: string, file?: string) => [{ name: field.name, code, ...defined({ file }) }];
    const key = required.find(({ property }) => property === field.name);
    const value = inputs[field.name];
    if (key !== undefined) {
      return said(keyCode(key));
    }
    if (value === undefined) {
      return [];
    }
    const reference = find(object, field);
    if (reference !== undefined) {
      references.push(reference);
      return said(`${reference.target.variable}.${reference.output}`);
    }
    const file = oneFile ? undefined : proseFile(object, field, value);
    if (file !== undefined) {
      prose.push(file);
      return said(proseCode(file), file.path);
    }
    return said(literal(value));
  });
  return { object, properties, references, keys: required, prose };
}

/** What an object belongs to, then what tells it from others, then all else as its kind has it. */
function inReadingOrder(kind: Kind): Field[] {
  const first = [
    kind.endpoints.parent?.field,
    ...selectorsOf(kind).map(({ name }) => name),
    ...kind.naturalKey,
  ];
  const rank = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...kind.fields.values()].sort((a, b) => rank(a) - rank(b));
}
