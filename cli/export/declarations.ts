import {
  defined,
  type Field,
  type Imported,
  type Json,
  type Kind,
  referenceOf,
  selectorsOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { namedIn } from "../account/match-accounts.js";
import { isMasked, maskPasswords } from "../text/mask.js";
import type {
  ExportedFile,
  ExportedObject,
  ExportInput,
  KnownObject,
  ProgramSecrets,
  RequiredKey,
} from "./exported-program.js";
import { dashed, keyOf, type NamedObject, requiredKeys } from "./names.js";
import { Code, declarationText, interpolation, type Property } from "./print.js";

type Declared = NamedObject & { readonly imported: Imported };

export function declarations(
  objects: readonly NamedObject[],
  input: ExportInput,
): { declared: ExportedObject[]; used: KnownObject[] } {
  const find = referencesAmong(objects, input.kinds);
  const drawn = objects
    .filter((object): object is Declared => object.imported !== undefined)
    .map((object) => ({ object, ...draw(object, find, input) }));
  const referred = new Set(drawn.flatMap(({ targets }) => targets));
  const declared = drawn.map(({ object, properties, keys, masked, prose }) => {
    const { spec, id, group, name, variable, file, inputs, imported } = object;
    const text = declarationText({
      kind: spec.name,
      name,
      properties,
      variable: referred.has(object) ? variable : undefined,
    });
    const workspaceId = spec.endpoints.parent && group;
    const place = { spec, kind: spec.name, id, ...defined({ workspaceId }), name, variable, file };
    const own = { declared: inputs, imported: withoutProperties(imported, spec, masked), text };
    return { ...place, ...own, keys, prose };
  });
  return { declared, used: objects.flatMap((each) => (each.known && referred.has(each) ? each.known : [])) };
}

function draw(object: Declared, find: FindReference, { keys, oneFile, secrets = noSecrets }: ExportInput) {
  const { spec, name, inputs } = object;
  const required = keys === "required" ? requiredKeys(spec, name) : [];
  const masked: RequiredKey[] = [];
  const targets: NamedObject[] = [];
  const prose: ExportedFile[] = [];
  const codeOf = (field: Field): Json | Code | undefined => {
    const key = required.find(({ property }) => property === field.name);
    const value = inputs[field.name];
    if (key !== undefined) {
      return new Code("config.requireSecret", key.configKey);
    }
    if (value === undefined) {
      return undefined;
    }
    const reference = find(object, field);
    if (reference !== undefined) {
      targets.push(reference.target);
      return new Code(`${reference.target.variable}.${reference.output}`);
    }
    if (isMasked(value, secrets.mask)) {
      const { code, configKeys } = withoutSecrets(value, keyOf(field, name), secrets);
      masked.push(
        ...configKeys.map((configKey) => ({ configKey, name, kind: spec.name, property: field.name })),
      );
      return code;
    }
    const file = oneFile ? undefined : proseFile(object, field, value);
    if (file !== undefined) {
      prose.push(file);
      return new Code("promptText", file.path.slice(proseFolder.length + 1));
    }
    return value;
  };
  const properties = inReadingOrder(spec).flatMap((field): Property[] => {
    const value = codeOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return {
    properties,
    targets,
    keys: [...required, ...masked],
    masked: new Set(masked.map(({ property }) => property)),
    prose,
  };
}

/**
 * Drops properties with secrets, because an import file is not encrypted. The first `up` sends them again. A
 * property whose change replaces its object is kept, in which case no file is written.
 */
function withoutProperties(
  imported: Imported,
  { fields, endpoints }: Kind,
  masked: ReadonlySet<string>,
): Imported {
  const isKept = (name: string) =>
    !masked.has(name) || endpoints.patch === undefined || fields.get(name)?.replace === true;
  const rest = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)));
  return { ...imported, declared: rest(imported.declared), outputs: rest(imported.outputs) };
}

const noSecrets: ProgramSecrets = { mask: maskPasswords, keys: new Map() };

/** Uses a key for each secret in the text, or one for the whole value if a secret has no key yet. */
function withoutSecrets(
  value: Json,
  ownKey: string,
  { mask, keys }: ProgramSecrets,
): { readonly code: Code; readonly configKeys: readonly string[] } {
  if (typeof value !== "string") {
    const key = (typeof value === "number" && keys.get(String(value))) || ownKey;
    return { code: new Code(`config.${secretReader(value)}`, key), configKeys: [key] };
  }
  const parts = split(value, [...keys]);
  const rest = parts.filter((part) => typeof part === "string").join("");
  const configKeys = parts.flatMap((part) => (part instanceof Code ? (part.argument ?? []) : []));
  if (mask(rest) !== rest || configKeys.length === 0) {
    return { code: new Code("config.requireSecret", ownKey), configKeys: [ownKey] };
  }
  const [only] = parts;
  const code = only instanceof Code && parts.length === 1 ? only : interpolation(parts);
  return { code, configKeys: [...new Set(configKeys)] };
}

function secretReader(value: Json): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  const type = isList ? "string[]" : "Record<string, unknown>";
  return typeof value === "number" ? "requireSecretNumber" : `requireSecretObject<${type}>`;
}

/** Splits text at the secrets in it. Longer secrets come first, because they may contain shorter secrets. */
function split(text: string, secrets: readonly (readonly [text: string, key: string])[]): (string | Code)[] {
  const [first, ...others] = secrets.toSorted(([a], [b]) => b.length - a.length);
  if (first === undefined) {
    return text === "" ? [] : [text];
  }
  const [secret, key] = first;
  return text
    .split(secret)
    .flatMap((part, at) => [
      ...(at === 0 ? [] : [new Code("config.requireSecret", key)]),
      ...split(part, others),
    ]);
}

function inReadingOrder(kind: Kind): Field[] {
  const first = [
    kind.endpoints.parent?.field,
    ...selectorsOf(kind).map(({ name }) => name),
    ...kind.naturalKey,
  ];
  const rank = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...kind.fields.values()].sort((a, b) => rank(a) - rank(b));
}

type FindReference = (
  object: NamedObject,
  field: Field,
) => { readonly target: NamedObject; readonly output: string } | undefined;

/**
 * Finds a reference only if exactly one object matches, because several models may have the same gateway name,
 * and the referenced object may have been deleted.
 */
function referencesAmong(objects: readonly NamedObject[], kinds: readonly Kind[]): FindReference {
  const places = new Map(objects.map((object, place) => [object, place]));
  const named = namedIn({ called: "", objects }, kinds);
  return (object, { name }) => {
    const wanted = referenceOf(object.spec, name);
    const target = named(object, name);
    const isThere =
      wanted !== undefined &&
      target !== undefined &&
      target.file === object.file &&
      (places.get(target) ?? 0) < (places.get(object) ?? 0);
    return isThere ? { target, output: wanted.to } : undefined;
  };
}

const proseFolder = "prompts";

/** Reads long text values. `reservedFiles` and `reservedVariables` contain the module's names. */
export const proseReader: ExportedFile = {
  path: "prompt-text.ts",
  text: `import { readFileSync } from "node:fs";

/** Long prompts are in separate files, so that you can review their text without reading the program. */
export function promptText(file: string): string {
  return readFileSync(new URL(\`${proseFolder}/\${file}\`, import.meta.url), "utf8");
}
`,
};

/** The file for text that is reviewed as a document. Undefined if the text stays in the program. */
function proseFile(object: NamedObject, field: Field, value: Json): ExportedFile | undefined {
  if (!field.prose || typeof value !== "string" || !isDocument(value)) {
    return undefined;
  }
  const workspace = object.file.replace(/\.ts$/, "");
  return { path: `${proseFolder}/${workspace}/${dashed(object.variable)}.md`, text: value };
}

/** Accepts text that a file can store unchanged and that Git does not treat as binary. */
function isDocument(text: string): boolean {
  const lines = text.replace(/(\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/);
  return lines.length > 3 && text.isWellFormed() && !/(?![\t\r\n])\p{Cc}/u.test(text);
}
