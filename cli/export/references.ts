import type { Field, Json, Kind, Values } from "pulumi-workspace-gateway/tools";
import type { NamedObject } from "./names/named-objects.js";

/** An output of another object that stands where its value was. */
export interface Reference {
  readonly target: NamedObject;
  readonly output: string;
}

/** Finds what the value of a field refers to. */
export type FindReference = (object: NamedObject, field: Field) => Reference | undefined;

/**
 * A reference is written only if exactly one object that is declared before, in the same file, has the value. Else the value
 * stays as it is: several models may have one gateway name, and an object may be gone.
 */
export function referencesAmong(objects: readonly NamedObject[], kinds: readonly Kind[]): FindReference {
  const places = new Map(objects.map((object, place) => [object, place]));
  const having = Map.groupBy(
    objects.flatMap((target) =>
      Object.entries({ ...referredBy(target, kinds), id: target.id }).map(([output, value]) => ({
        key: keyOf(target, target.spec.endpoints.list, output, value),
        target,
      })),
    ),
    ({ key }) => key,
  );
  return (object, field) => {
    const wanted = referenceOf(object.spec, field);
    const value = object.declared[field.name];
    if (wanted === undefined || value === undefined) {
      return undefined;
    }
    const found = having.get(keyOf(object, wanted.list, wanted.to, value)) ?? [];
    const target = found.length === 1 ? found[0]?.target : undefined;
    const isThere =
      target !== undefined &&
      target.file === object.file &&
      (places.get(target) ?? 0) < (places.get(object) ?? 0);
    return isThere ? { target, output: wanted.to } : undefined;
  };
}

/** What a field holds of which other objects. */
function referenceOf({ endpoints: { parent } }: Kind, field: Field): Field["refers"] {
  return parent?.field === field.name ? { list: parent.list, to: "id" } : field.refers;
}

function keyOf({ group }: NamedObject, list: string | undefined, output: string, value: Json): string {
  return JSON.stringify([group, list, output, value]);
}

/** The outputs by which others may refer to an object, besides its id. Of what is gone, as an earlier export has seen them. */
export function referredBy({ spec, known, imported }: NamedObject, kinds: readonly Kind[]): Values {
  const names = kinds
    .flatMap(({ fields }) => [...fields.values()])
    .flatMap(({ refers }) =>
      refers?.list === spec.endpoints.list && refers?.to !== "id" ? (refers?.to ?? []) : [],
    );
  const values: Values = {};
  for (const name of names) {
    const value = imported?.outputs[name] ?? known?.referredBy?.[name];
    if (value !== undefined) {
      values[name] = value;
    }
  }
  return values;
}
