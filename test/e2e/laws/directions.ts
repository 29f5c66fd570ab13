import { expect } from "vitest";
import { kinds as specs } from "../../../provider/every-kind.ts";
import type { Level } from "../../../provider/spec/danger.ts";
import type { Field } from "../../../provider/spec/field.ts";
import type { Kind } from "../../../provider/spec/kind.ts";
import { madeUpReferences } from "../../contract/support/samples.ts";
import { dataOf } from "../../kinds/data.ts";
import { withNeeds } from "../support/everything.ts";
import type { Edit } from "./edit.ts";
import { applies, createdFields, levelOf, told, type Values, worstOf } from "./table-reading.ts";

const kinds: readonly Kind[] = specs;

/** A change of one field, or of a whole object, and what the table of the kind says of it. */
export interface Direction extends Edit {
  /** The resource that is changed. */
  readonly of: string;
  /** The worst that the table says of each rule. */
  readonly expected: Readonly<Record<string, Level>>;
}

function editsOf({ name }: Kind) {
  const { kind, declared, samples, edits = {} } = dataOf(name);
  const {
    objects: [it = expect.unreachable(), ...needs] = withNeeds({
      ...declared,
      kind,
      name: "it",
    }).toReversed(),
    others = Object.fromEntries(
      Object.entries(samples(madeUpReferences)).map(([input, [, second]]) => [input, second]),
    ),
    settings = [{}],
  } = edits;
  return { it, needs, others, settings };
}

function changesOf(kind: Kind): Direction[] {
  const { it, needs, others, settings } = editsOf(kind);
  return settings.flatMap((setting) =>
    [...kind.fields.values()].flatMap((field) => {
      const args = present({ ...it.args, ...setting });
      return valuesFor(kind.name, field, args[field.name], others[field.name]).map(([what, value]) => {
        const next = present({ ...args, [field.name]: value });
        return {
          what: `${kind.name}.${field.name} ${what}${words(setting)}`,
          before: [...needs, { ...it, args }],
          after: [...needs, { ...it, args: next }],
          of: it.name,
          expected: {
            ...(field.replace &&
              told(
                kind.danger?.replace ?? [...(kind.danger?.delete ?? []), ...(kind.danger?.create ?? [])],
                args,
              )),
            ...worstOf(
              (field.danger ?? [])
                .filter((danger) => applies(danger, args, next, field.name))
                .map((danger) => [danger.rule, levelOf(danger, args[field.name], value)]),
            ),
          },
        };
      });
    }),
  );
}

/** Values of a field, each with the words for the way to it. */
function valuesFor(
  kind: string,
  { name: field, danger: dangers = [] }: Field,
  value: unknown,
  other: unknown,
): [string, unknown][] {
  if (typeof value !== "number") {
    const hosts = dangers.some(({ when }) => when === "host")
      ? [["to another host", "https://other.example/v1"] as [string, unknown]]
      : [];
    const none =
      dangers.some(({ when }) => when === "none") && value !== undefined
        ? [["to none", undefined] as [string, unknown]]
        : [];
    const back =
      kind === "Member" && value === "ADMIN"
        ? "MEMBER"
        : kind === "Config" && field === "isDefault" && value === true
          ? false
          : other;
    const same = back === undefined || JSON.stringify(back) === JSON.stringify(value);
    return [...(same ? [] : [["to another value", back] as [string, unknown]]), ...hosts, ...none];
  }
  const bounds = dangers.flatMap(({ when, value: bound }) => (when === "above" ? [Number(bound) + 1] : []));
  const shares = dangers.flatMap(({ over }) => (over === undefined ? [] : [over[0] / 100]));
  const up = [1.1, ...shares.map((share) => 1 + share * 1.2)];
  const down = [
    0.9,
    ...shares.filter((share) => share < 1).map((share) => 1 - Math.min(share * 1.2, (1 + share) / 2)),
  ];
  const all = [...up, ...down].map((factor) => scaled(field, value, factor)).concat(bounds);
  return [...new Set(all)].filter((next) => next !== value).map((next) => [`from ${value} to ${next}`, next]);
}

/** Costs are no whole numbers; of all others the next one in that direction. */
function scaled(field: string, value: number, factor: number): number {
  if (/Cost$/.test(field)) return Math.round(value * factor * 100) / 100;
  return factor > 1 ? Math.ceil(value * factor) : Math.floor(value * factor);
}

function wholesOf(kind: Kind): Direction[] {
  const { it, needs, settings } = editsOf(kind);
  const isFound = kind.source.how === "adopted";
  return settings.flatMap((setting): Direction[] => {
    const args = present({ ...it.args, ...setting });
    const whole = [...needs, { ...it, args }];
    const isKept = staysByDefault(kind) && setting.onDestroy !== "delete";
    const gone: Direction = {
      what: `${kind.name} is no longer declared${words(setting)}`,
      before: whole,
      after: needs,
      of: it.name,
      expected: isKept ? {} : told(kind.danger?.delete, args),
    };
    const made: Direction = {
      what: `${kind.name} is new${words(setting)}`,
      before: needs,
      after: whole,
      of: it.name,
      expected: { ...told(kind.danger?.create, args), ...createdFields(kind, args) },
    };
    return isFound ? [gone] : [gone, made];
  });
}

function words(setting: Values): string {
  return Object.keys(setting).length === 0 ? "" : `, of one with ${JSON.stringify(setting)}`;
}

function present(args: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function staysByDefault({ source }: Kind): boolean {
  return source.how === "issued" || (source.how === "adopted" && source.onDestroy[0] === "keep");
}

/** Every field of every kind in every direction that the table or the type of its value has. */
export const directions: readonly Direction[] = kinds.flatMap((kind) => [
  ...changesOf(kind),
  ...wholesOf(kind),
]);
