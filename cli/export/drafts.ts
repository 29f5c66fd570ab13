import { defined, holdsKinds, type Imported, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { shownName } from "../account/match-accounts.js";
import { depthOf } from "../account/whole-account.js";
import { nameOf } from "../live/live-account.js";
import type { ExportInput, KnownObject } from "./exported-program.js";

/** An object of the account that the program declares, before everything in the program has its name. */
export interface Draft extends AccountObject {
  readonly spec: Kind;
  readonly id: string;
  /** The id of what it belongs to, or its own if others belong to it. Undefined at account level. */
  readonly group?: string;
  /** What people call it. Empty if it has no name of its own. */
  readonly title: string;
  readonly imported?: Imported;
  readonly known?: KnownObject;
}

/**
 * The account that the program declares, with what earlier exports knew of it: what others refer to comes first, then names decide, then ids. So the order is the
 * same in whatever order lists come.
 */
export function draftsOf({ objects, known = [], kinds }: ExportInput): Draft[] {
  const keyOf = (kind: string, group: string | undefined, id: string) => JSON.stringify([kind, group, id]);
  const remembered = new Map(known.map((each) => [keyOf(each.kind, each.workspaceId, each.id), each]));
  const live = objects.flatMap((each) => {
    if (!("imported" in each)) {
      return [];
    }
    const { kind, id } = each.object;
    const parent = kind.endpoints.parent?.field;
    const key = keyOf(kind.name, parent && String(each.imported.declared[parent]), id);
    const before = remembered.get(key);
    remembered.delete(key);
    const imported = before === undefined ? each.imported : withoutNewNulls(each.imported, before.declared);
    return [draftOf(kinds, kind, id, imported.declared, imported, before)];
  });
  const gone = [...remembered.values()].map((each) => {
    const kind = kinds.find(({ name }) => name === each.kind);
    if (kind === undefined) {
      throw new Error(`an earlier export declared a ${each.kind}, which this version does not know`);
    }
    return draftOf(kinds, kind, each.id, each.declared, undefined, each);
  });
  return inOrder([...live, ...gone], kinds, titlesOf({ objects }, [...live, ...gone]));
}

/** What an earlier export has declared without null is imported without it: the next preview would show a removal. */
function withoutNewNulls(imported: Imported, before: Values): Imported {
  const isNew = (name: string) => imported.declared[name] === null && before[name] === undefined;
  const kept = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !isNew(name)));
  return { ...imported, declared: kept(imported.declared), outputs: kept(imported.outputs) };
}

function draftOf(
  kinds: readonly Kind[],
  spec: Kind,
  id: string,
  declared: Values,
  imported: Imported | undefined,
  known: KnownObject | undefined,
): Draft {
  const { parent } = spec.endpoints;
  const group =
    parent === undefined ? (holdsKinds(spec, kinds) ? id : undefined) : String(declared[parent.field]);
  const object = {
    kind: spec.name,
    urn: `${spec.name} ${id}`,
    name: "",
    id,
    inputs: declared,
    outputs: { ...known?.referredBy, ...imported?.outputs },
  };
  const title = shownName(object, spec);
  return {
    ...object,
    spec,
    title: typeof title === "string" ? title : "",
    ...defined({ group, imported, known }),
  };
}

/** Whether other objects belong to this one. */
export function holdsOthers({ group, spec }: Draft): boolean {
  return group !== undefined && spec.endpoints.parent === undefined;
}

/** The names of what objects belong to, by id: as declared, else as the gateway shows them. */
export function titlesOf(
  { objects }: Pick<ExportInput, "objects">,
  drafts: readonly Draft[],
): Map<string, string> {
  const holders = objects.flatMap(({ object: { holder } }) => holder ?? []);
  return new Map([
    ...holders.map((holder): [string, string] => [holder.id, nameOf(holder)]),
    ...drafts.filter(holdsOthers).map(({ id, title }): [string, string] => [id, title]),
  ]);
}

function inOrder(
  drafts: readonly Draft[],
  kinds: readonly Kind[],
  titles: ReadonlyMap<string, string>,
): Draft[] {
  return drafts
    .map((draft) => {
      const { spec, group = "", title, id } = draft;
      const floor = String(depthOf(spec, kinds)).padStart(3, "0");
      return { draft, key: [floor, spec.name, titles.get(group) ?? "", group, title, id] };
    })
    .sort((a, b) => compareTexts(a.key, b.key))
    .map(({ draft }) => draft);
}

/** By character codes: the same on every machine, whatever its language. */
export function compareTexts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}
