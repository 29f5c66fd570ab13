import { referenceMark } from "../../../provider/spec/values.ts";
import type { Declared } from "../../e2e/support/declaration.ts";
import type { Pair } from "./accounts.ts";

/** What the engine writes for a value that it does not know yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Operation = "create" | "update" | "replace" | "delete" | "same";

/** What a naive engine makes of a pair: the operation of each resource, and what its arguments are worth. */
export interface Planned {
  readonly name: string;
  readonly kind: string;
  readonly operation: Operation;
  readonly before?: Values;
  readonly after?: Values;
  readonly from: Readonly<Record<string, readonly string[]>>;
  readonly wasFrom: Readonly<Record<string, readonly string[]>>;
}

type Values = Record<string, unknown>;

/** The table of docs/lifecycle.md: what no update can change. */
const replacing: Readonly<Record<string, readonly string[]>> = {
  GatewayKey: ["workspaceId", "triggers"],
  Model: ["workspaceId", "providerId"],
  Config: ["workspaceId", "name", "description", "enabled", "isDefault", "workflow"],
};

const urnOf = (kind: string, name: string) =>
  `urn:pulumi:dev::shop::${`pulumi-nodejs:dynamic/workspace-gateway:${kind}`}::${name}`;
const idOf = (name: string) => `${name}-id`;

/** Follows the program in its order: a reference is unknown if what it leads to is made in this `up`. */
export function plannedOf({ before, after }: Pair): Planned[] {
  const old = new Map(before.map((object) => [object.name, object]));
  const now = new Map(after.map((object) => [object.name, object]));
  const made = new Map<string, Planned>();
  for (const object of after) made.set(object.name, plannedAfter(object, old, now, made));
  const gone = before.filter(({ name }) => !now.has(name));
  const deleted = gone.map((object): Planned => {
    const { kind, name } = object;
    const marks = { from: {}, wasFrom: fromOf(object, old) };
    return { kind, name, operation: "delete", before: valuesBefore(object, old), ...marks };
  });
  return [...made.values(), ...deleted];
}

type Objects = ReadonlyMap<string, Declared>;
type Made = ReadonlyMap<string, Planned>;

function plannedAfter(object: Declared, old: Objects, now: Objects, made: Made): Planned {
  const { kind, name } = object;
  const was = old.get(name);
  const after = resolved(object, (ref) => valueAfter(ref, old, made));
  const from = fromOf(object, now);
  if (was === undefined) return { kind, name, operation: "create", after, from, wasFrom: {} };
  const before = valuesBefore(was, old);
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const replaces = differing.some((key) => (replacing[kind] ?? []).includes(key));
  const operation = differing.length === 0 ? "same" : replaces ? "replace" : "update";
  return { kind, name, operation, before, after, from, wasFrom: fromOf(was, old) };
}

interface Ref {
  readonly ref: string;
  readonly output: string;
}

const isRef = (value: unknown): value is Ref => typeof value === "object" && value !== null && "ref" in value;

function resolved({ args = {} }: Declared, value: (ref: Ref) => unknown): Values {
  return Object.fromEntries(
    Object.entries(args).map(([key, each]) => [key, isRef(each) ? value(each) : each]),
  );
}

function fromOf({ args = {} }: Declared, objects: Objects): Record<string, string[]> {
  const refs = Object.entries(args).filter((entry): entry is [string, Ref] => isRef(entry[1]));
  return Object.fromEntries(refs.map(([key, { ref }]) => [key, [urnOf(objects.get(ref)?.kind ?? "", ref)]]));
}

function valuesBefore(object: Declared, old: Objects): Values {
  return resolved(object, ({ ref, output }) => (output === "id" ? idOf(ref) : gatewayNameOf(ref, old)));
}

function valueAfter({ ref, output }: Ref, old: Objects, made: Made): unknown {
  const target = made.get(ref);
  if (target?.operation === "create" || target?.operation === "replace") return unknown;
  if (output === "id") return idOf(ref);
  return target?.before?.name === target?.after?.name ? gatewayNameOf(ref, old) : unknown;
}

/** What this gateway makes of the names of a provider and its model. */
function gatewayNameOf(name: string, objects: Objects): string {
  const { providerId, name: own } = objects.get(name)?.args ?? {};
  const provider = isRef(providerId) ? objects.get(providerId.ref)?.args?.name : undefined;
  return `${provider}/${own}`;
}

/** What `pulumi preview --json --show-sames` prints of a pair. */
export function previewOf(pair: Pair): string {
  const old = new Map(pair.before.map((object) => [object.name, object]));
  const steps = plannedOf(pair).map((planned) => stepOf(planned, old));
  const changeSummary: Record<string, number> = {};
  for (const { op } of steps) changeSummary[op] = (changeSummary[op] ?? 0) + 1;
  return JSON.stringify({ steps, changeSummary, diagnostics: [] });
}

/** The program takes every reference as it is. */
function marksOf(inputs: Values, from: Planned["from"]): Values {
  const open = Object.keys(from).filter((each) => inputs[each] === unknown);
  return Object.fromEntries(open.map((each) => [referenceMark(each), unknown]));
}

function stepOf({ kind, name, operation, before, after, from, wasFrom }: Planned, old: Objects) {
  const urn = urnOf(kind, name);
  const hasGatewayName = kind === "Model" && before !== undefined;
  const shown = hasGatewayName ? { gatewayName: gatewayNameOf(name, old) } : undefined;
  const id = idOf(name);
  const common = { urn, custom: true, type: `pulumi-nodejs:dynamic/workspace-gateway:${kind}` };
  const keeps = operation === "update" && shown !== undefined && before?.name === after?.name;
  const was = { ...common, id, inputs: before, outputs: { ...before, ...shown } };
  const is = { ...common, ...(operation === "same" && { id, outputs: {} }), propertyDependencies: from };
  const inputs = after && { ...after, ...marksOf(after, from), ...(keeps && { __carried: shown }) };
  return {
    ...{ op: operation, urn },
    ...(before && { oldState: { ...was, propertyDependencies: wasFrom } }),
    ...(after && { newState: { ...is, inputs } }),
    ...(operation === "replace" && { replaceReasons: [] }),
  };
}
