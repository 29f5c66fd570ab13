import { defined, holdsKinds, type Imported, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { shownName } from "../account/match-accounts.js";
import { depthOf } from "../account/whole-account.js";
import { nameOf } from "../live/live-account.js";
import type { ExportInput, KnownObject } from "./exported-program.js";

/** An object before everything in the program has its name: one to declare (`imported`), or one that is `known`. */
export interface Draft extends AccountObject {
  readonly spec: Kind;
  readonly id: string;
  /** The id of its workspace, or its own if it is a workspace. Undefined at account level. */
  readonly group?: string;
  /** Its name on the gateway. Empty if it has none of its own. */
  readonly title: string;
  readonly imported?: Imported;
  readonly known?: KnownObject;
}

/** Sorted so that objects that others refer to come first, then by names and ids: the order of the lists does not matter. */
export function draftsOf({ objects, known = [], kinds }: ExportInput): Draft[] {
  const drafts = [
    ...objects.flatMap((each) => {
      if (!("imported" in each)) {
        return [];
      }
      const { object, imported } = each;
      return [{ ...draftOf(kinds, object.kind, object.id, imported), imported }];
    }),
    ...known.map((each) => ({ ...draftOf(kinds, each.kind, each.id, each), known: each })),
  ];
  return inOrder(drafts, kinds, titlesOf({ objects }, drafts));
}

function draftOf(
  kinds: readonly Kind[],
  spec: Kind,
  id: string,
  { declared, outputs }: { readonly declared: Values; readonly outputs: Values },
): Draft {
  const { parent } = spec.endpoints;
  const group =
    parent === undefined ? (holdsKinds(spec, kinds) ? id : undefined) : String(declared[parent.field]);
  const object = { kind: spec.name, urn: `${spec.name} ${id}`, name: "", id, inputs: declared, outputs };
  const title = shownName(object, spec);
  return { ...object, spec, title: typeof title === "string" ? title : "", ...defined({ group }) };
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
