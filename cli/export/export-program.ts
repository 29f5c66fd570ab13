import { defined, type Field, nounOf, selectorsOf, valueAt } from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import { compareKeys } from "../text/words.js";
import { declarations } from "./declarations.js";
import type { ExportInput, Remark } from "./exported-program.js";
import { programFiles } from "./files.js";
import { keyFields, type NamedObject, nameObjects } from "./names.js";

export type ExportedProgram = ReturnType<typeof exportProgram>;

/** Referenced objects come first, and the same account always produces the same bytes. */
export function exportProgram(input: ExportInput) {
  const { named, titles } = nameObjects(input);
  const { declared, used } = declarations(named, input);
  const remarks = remarksOf(input, named, titles);
  const files = programFiles(input.project, declared, remarks);
  const keys = declared.flatMap((object) => object.keys);
  return {
    files: files.sort((a, b) => compareKeys([a.path], [b.path])),
    objects: declared,
    used,
    keys,
    remarks,
  };
}

function remarksOf(
  { objects, strays, keys }: ExportInput,
  named: readonly NamedObject[],
  titles: ReadonlyMap<string, string>,
): Remark[] {
  const unfit = objects.filter((each) => "why" in each);
  const undeclared = unfit.map(({ object, why }): Remark => {
    return { what: labelOfLive(object), ...within(object.holder?.id, titles), id: object.id, why };
  });
  const beside = strays.map(({ what, name, id, holder }): Remark => {
    const why = `a ${what} is read-only in the API`;
    return { what: `${what} ${JSON.stringify(name)}`, ...within(holder?.id, titles), id, why };
  });
  const parts = named.flatMap((object) => partsLeft(object, keys, titles));
  const keyOf = ({ workspace = "", what, id, why }: Remark) => [workspace, what, id, why];
  return [...undeclared, ...beside, ...parts].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

function within(holder: string | undefined, titles: ReadonlyMap<string, string>): Pick<Remark, "workspace"> {
  return defined({ workspace: titles.get(holder ?? "") });
}

function labelOfLive(object: LiveObject): string {
  const texts = selectorsOf(object.kind)
    .filter(({ selects = "" }) => selects.split(".").at(-1) !== "id")
    .map(({ selects = "" }) => valueAt(object.row, selects))
    .filter((value) => typeof value === "string");
  const name = nameOf(object);
  return `${object.kind.name} ${JSON.stringify(name === object.id ? (texts[0] ?? name) : name)}`;
}

function partsLeft(
  { spec, id, group, title, imported }: NamedObject,
  keys: ExportInput["keys"],
  titles: ReadonlyMap<string, string>,
): Remark[] {
  const label = title === "" ? spec.name : `${spec.name} ${JSON.stringify(title)}`;
  const remark = (field: Field, why: string): Remark => ({
    what: `${field.name} of ${label}`,
    ...within(spec.endpoints.parent && group, titles),
    id,
    why,
  });
  const given = keyFields(spec).map(({ name }) => name);
  return [
    ...(imported?.strange ?? []).map((field) =>
      remark(
        field,
        "this version of the package does not support the property's value, so the value stays unchanged",
      ),
    ),
    ...(imported?.unread ?? []).flatMap((field) =>
      given.includes(field.name)
        ? keys === "required"
          ? []
          : [remark(field, "the gateway does not show the value, so it stays unchanged")]
        : [
            remark(
              field,
              `the gateway does not show the value, and declaring it would replace the ${nounOf(spec)}`,
            ),
          ],
    ),
  ];
}
