import { data } from "../../kinds/data.ts";
import type { Declared } from "./declaration.ts";

/** One object of every kind, each with a value for everything that can be declared. */
const objects = data.map(({ kind, declared }): Declared => ({ ...declared, kind }));

function withNeeds(object: Declared): Declared[] {
  const args = JSON.stringify(object.args ?? {});
  const needs = objects.filter(({ name }) => args.includes(`"ref":"${name}"`));
  return [...new Set([...needs.flatMap(withNeeds), object])];
}

/** All but the member, who comes on top: a person has to join the workspace before a program can declare them. */
export const everything: readonly Declared[] = [
  ...new Set(objects.filter(({ kind }) => kind !== "Member").flatMap(withNeeds)),
];

export const members: readonly Declared[] = objects.filter(({ kind }) => kind === "Member");
