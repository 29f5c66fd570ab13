import { readdirSync } from "node:fs";
import path from "node:path";
import type { KindData } from "./kind-data.ts";

const folder = path.join(import.meta.dirname, "data");

const files: { default: KindData }[] = await Promise.all(
  readdirSync(folder).map((file) => import(path.join(folder, file))),
);

export const data: readonly KindData[] = files.map((file) => file.default);

export function dataOf(kind: string): KindData {
  const found = data.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`${kind} has no test data: add a file to test/kinds/data`);
  return found;
}

export const wrongInputs = data.flatMap(({ kind, wrong }) => wrong.map((each) => ({ kind, ...each })));

/** The collections whose objects belong to a workspace. */
export const inWorkspaces = data.flatMap(({ collection }) =>
  collection === undefined || /^\/(workspaces|quotas)\b/.test(collection.path) ? [] : collection.path,
);
