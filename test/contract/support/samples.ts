import { kinds as specs } from "../../../provider/every-kind.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { created } from "../../../provider/spec/source.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";
import { dataOf } from "../../kinds/data.ts";
import type { References, Sample } from "../../kinds/kind-data.ts";

const kinds: readonly Kind[] = specs;

/** References for tests that no gateway has to know. */
export const madeUpReferences: References = {
  workspaceId: "w-1",
  otherWorkspaceId: "w-2",
  providerId: "p-1",
  otherProviderId: "p-2",
  modelId: "m-1",
  otherModelId: "m-2",
  site: "https://site.example",
};

/** Kinds whose objects we make and delete. */
export const createdKinds = named((kind) => kind.source === created);

/** Kinds whose objects can be looked at. */
export const readableKinds = named(
  ({ endpoints }) => endpoints.list !== undefined || endpoints.get !== undefined,
);

export const allKinds = named(() => true);

function named(chosen: (kind: Kind) => boolean): { kind: Kind; name: string }[] {
  return kinds.filter(chosen).map((kind) => ({ kind, name: kind.name }));
}

function samplesOf(kind: Kind, refs: References): Record<string, Sample> {
  const made = dataOf(kind.name).samples(refs);
  const place: Sample = [refs.workspaceId, refs.otherWorkspaceId];
  return kind.fields.has("workspaceId") ? { workspaceId: place, ...made } : made;
}

/** Every input of a kind that has samples, with its first one; all that the gateway takes must have some. */
export function fullInputs(kind: Kind, refs: References): Values {
  const chosen = samplesOf(kind, refs);
  return pick(kind, refs, 0, (field) => field.name in chosen || !field.local);
}

/** The required inputs of a kind, with their first samples. */
export function requiredInputs(kind: Kind, refs: References): Values {
  return pick(kind, refs, 0, (field) => !field.optional || isChosenSelector(kind, refs, field));
}

/** The required inputs of another object of the kind: what tells the two apart has its second sample. */
export function secondInputs(kind: Kind, refs: References): Values {
  const first = requiredInputs(kind, refs);
  const telling = [...kind.fields.values()].filter(
    (field) => field.name === kind.naturalKey.at(-1) || isChosenSelector(kind, refs, field),
  );
  return {
    ...first,
    ...Object.fromEntries(telling.map((field) => [field.name, secondValue(kind, refs, field)])),
  };
}

export function secondValue(kind: Kind, refs: References, field: Field): Json {
  return sampleOf(kind, refs, field)[1];
}

export function sentFields(kind: Kind): Field[] {
  return [...kind.fields.values()].filter((field) => !field.local);
}

/** Pairs of a kind and each of its fields of a sort, for `test.each`. */
export function eachField(
  of: (field: Field, kind: Kind) => boolean,
): { kind: Kind; field: Field; title: string }[] {
  return kinds.flatMap((kind: Kind) =>
    sentFields(kind)
      .filter((field) => of(field, kind))
      .map((field) => ({ kind, field, title: `${kind.name}.${field.name}` })),
  );
}

/** The fields that an update can change, and a read shows. */
export const updatableFields = eachField(
  (field, kind) =>
    kind.endpoints.patch !== undefined &&
    field.replace !== true &&
    !field.writeOnly &&
    field.selects === undefined,
);

/** Of several selectors exactly one is to be declared: the one that has samples. */
function isChosenSelector(kind: Kind, refs: References, field: Field): boolean {
  return field.selects !== undefined && field.name in samplesOf(kind, refs);
}

function pick(kind: Kind, refs: References, which: 0 | 1, chosen: (field: Field) => boolean): Values {
  const fields = [...kind.fields.values()].filter(chosen);
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(kind, refs, field)[which]]));
}

function sampleOf(kind: Kind, refs: References, field: Field): Sample {
  const sample = samplesOf(kind, refs)[field.name];
  if (sample === undefined)
    throw new Error(
      `there is no sample of ${kind.name}.${field.name}: add it to the kind's file in test/kinds/data`,
    );
  return sample;
}

/** Local inputs with which an object is taken over and given up for good. */
export function asOurs(kind: Kind): Values {
  const { shape } = kind.source.inputs;
  return {
    ...("adopt" in shape ? { adopt: true } : {}),
    ...("onDestroy" in shape ? { onDestroy: "delete" } : {}),
    ...(kind.guard === undefined ? {} : { [kind.guard.unless]: true }),
    ...(kind.wait === undefined ? {} : { [kind.wait.unless]: false }),
  };
}
