import { defined, type Field, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import { namedIn, referenceOf } from "../account/whole-account.js";
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

/** The outputs by which others may refer to an object, besides its id. Of what is gone, as an earlier export has seen them. */
export function referredBy({ spec, outputs }: NamedObject, kinds: readonly Kind[]): Values {
  const names = kinds
    .flatMap(({ fields }) => [...fields.values()])
    .flatMap(({ refers }) =>
      refers?.list === spec.endpoints.list && refers?.to !== "id" ? (refers?.to ?? []) : [],
    );
  return defined(Object.fromEntries(names.map((name) => [name, outputs[name]])));
}
