import {
  canonical,
  isJsonObject,
  isUnknown,
  type Json,
  type JsonObject,
} from "pulumi-workspace-gateway/tools";
import { covered } from "../../text/mask.js";
import { numberText, numberTexts, percentOf, percentText } from "../../text/words.js";

export interface GraphPart {
  readonly what: "node" | "edge" | "value";
  readonly change: "added" | "removed" | "changed";
  /** `classify`, `classify → answer`, `settings.retries`. */
  readonly name: string;
  /** One line for each change in the part: `model: "a" → "b"`. */
  readonly details: readonly string[];
}

/** Keyed by `Kind.property`, like the tables below. A property without a row is described by its type. */
const units: Readonly<Record<string, string>> = {
  "Model.contextWindow": "tokens",
  "Budget.budget": "per month",
  "Quota.maxRequests": "requests",
  "Quota.windowMinutes": "minutes",
  "Index.maxPages": "pages",
  "Index.indexingTimeout": "seconds",
  "Invitation.maxUses": "uses",
  "Invitation.expiresInDays": "days",
};

/** Ranks, for which a percentage is meaningless. */
export const ranks: ReadonlySet<string> = new Set([
  "ModelProvider.priority",
  "Mapping.priority",
  "Prompt.position",
]);

/** Text fields that are only for people. No request depends on these fields. */
export const labels: ReadonlySet<string> = new Set(["displayName", "title", "description"]);

/** Prices. Lower is better. */
export const costs: readonly string[] = ["inputCost", "outputCost"];

const switches: Readonly<Record<string, readonly [on: string, off: string]>> = {
  "Workspace.forceDestroy": [
    "a destroy may delete the workspace with everything in it",
    "a destroy deletes the workspace only if it is empty",
  ],
  "Prompt.isGlobal": ["for the whole workspace", "not for the whole workspace"],
  "Prompt.enabled": ["enabled", "disabled"],
  "Mapping.enabled": ["enabled", "disabled"],
  "Mapping.isPattern": ["a pattern", "an exact name"],
  "Config.enabled": ["enabled", "disabled"],
  "Config.isDefault": ["the default for its workspace", "not the default"],
  "Index.waitForIndexed": ["the `up` waits for the crawl", "the `up` does not wait for the crawl"],
};

export const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Member.role": { ADMIN: "administrator", MEMBER: "member", OWNER: "owner" },
  "Member.onDestroy": { delete: "a destroy removes access", keep: "a destroy keeps access" },
  "Budget.onDestroy": { keep: "a destroy keeps it", restore: "a destroy restores the previous values" },
  "Quota.onDestroy": {
    keep: "a destroy keeps it",
    restore: "a destroy restores the previous values",
    delete: "a destroy deletes it",
  },
  "Quota.period": { ROLLING: "sliding window", CALENDAR: "fixed window" },
  "Prompt.type": { SYSTEM: "system message", USER: "user message", ASSISTANT: "assistant message" },
  "Prompt.environment": {
    PRODUCTION: "production",
    STAGING: "staging",
    EVALUATION: "evaluation",
    EXPERIMENTS: "experiments",
  },
  "Config.replaceOrder": {
    deleteFirst: "the old config is deleted first",
    createFirst: "the new config is created first",
  },
};

/** Text fields that are shown as lines, even if the text is short. */
export const prose: ReadonlySet<string> = new Set(["Prompt.content", "Config.description"]);

/** `place` is `Kind.property`. */
interface WordsFor {
  readonly place: string;
  /** The logical name of the resource with this id. */
  nameOf(id: string): string | undefined;
  readonly removal?: string;
}

/** Such as `2 → 1 (−50%)` and `administrator → member`. */
export function changeWords(of: WordsFor, before: Json | undefined, after: Json | undefined): string {
  return joinedSides(changeSides(of, before, after));
}

export interface Sides {
  readonly before?: string;
  readonly after: string;
}

export function joinedSides({ before, after }: Sides): string {
  return before === undefined ? after : `${before} → ${after}`;
}

export function changeSides(of: WordsFor, before: Json | undefined, after: Json | undefined): Sides {
  if (before === undefined || after === undefined) {
    const removal = of.removal === undefined ? "" : `: ${of.removal}`;
    return before === undefined
      ? { after: withUnit(of, valueWords(of, after ?? null), after) }
      : {
          before: withUnit(of, valueWords(of, before), before),
          after: `no longer declared${removal}`,
        };
  }
  const [old, planned] =
    typeof before === "number" && typeof after === "number"
      ? numberTexts(before, after)
      : [valueWords(of, before), valueWords(of, after)];
  return { before: old, after: `${withUnit(of, planned, after)}${percentWords(of, before, after)}` };
}

function withUnit({ place }: WordsFor, words: string, value: Json | undefined): string {
  const unit = units[place];
  const shown = value === 1 ? unit?.replace(/s$/, "") : unit;
  return shown !== undefined && typeof value === "number" ? `${words} ${shown}` : words;
}

function percentWords({ place }: WordsFor, before: Json, after: Json): string {
  if (typeof before !== "number" || typeof after !== "number" || ranks.has(place)) {
    return "";
  }
  const percent = percentOf(before, after);
  return percent === undefined ? "" : ` (${percentText(percent)})`;
}

const longest = 200;

export function valueWords({ place, nameOf }: WordsFor, value: Json): string {
  if (value === null || value === covered) {
    return value ?? "none";
  }
  if (typeof value === "number") {
    return numberText(value);
  }
  if (typeof value === "boolean") {
    const [on, off] = switches[place] ?? ["yes", "no"];
    return value ? on : off;
  }
  if (typeof value === "string") {
    return meanings[place]?.[value] ?? textWords(value, nameOf);
  }
  return shortened(JSON.stringify(withoutMarks(value)));
}

function textWords(value: string, nameOf: WordsFor["nameOf"]): string {
  const name = isUnknown(value) ? undefined : nameOf(value);
  return name ?? (isUnknown(value) ? notKnown : shortened(JSON.stringify(value)));
}

const notKnown = "(not known yet)";

export function withoutMarks(value: Json): Json {
  if (typeof value !== "object" || value === null) {
    return isUnknown(value) ? notKnown : value;
  }
  return Array.isArray(value)
    ? value.map(withoutMarks)
    : Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withoutMarks(inside)]));
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function graphDiff(before: Json | undefined, after: Json | undefined): GraphPart[] {
  const [old, planned] = [shapeOf(before), shapeOf(after)];
  const parts = [
    ...partsOf("node", old.nodes, planned.nodes),
    ...partsOf("edge", old.edges, planned.edges),
    ...valueParts(old, planned),
    ...orderParts(old, planned),
  ];
  const isHidden = parts.length === 0 && canonical(before) !== canonical(after);
  return isHidden ? [{ what: "value", change: "changed", name: "(all)", details: [] }] : parts;
}

type Said = ReadonlyMap<string, Json>;

function partsOf(
  what: "node" | "edge",
  before: ReadonlyMap<string, Said>,
  after: ReadonlyMap<string, Said>,
): GraphPart[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): GraphPart[] => {
    const [old, planned] = [before.get(name), after.get(name)];
    if (old === undefined || planned === undefined) {
      return [
        {
          what,
          change: old === undefined ? "added" : "removed",
          name,
          details: saidOf(name, old ?? planned),
        },
      ];
    }
    const details = detailsOf(old, planned);
    return details.length === 0 ? [] : [{ what, change: "changed", name, details }];
  });
}

function saidOf(name: string, said: Said = new Map()): string[] {
  return [...said]
    .filter(([, value]) => value !== name)
    .map(([path, value]) => `${path}: ${excerpt(value, 0)}`);
}

function valueParts(before: GraphShape, after: GraphShape): GraphPart[] {
  const names = new Set([...before.values.keys(), ...after.values.keys()]);
  return [...names].flatMap((name) =>
    valuePart(name || "(all)", before.values.get(name), after.values.get(name)),
  );
}

function valuePart(name: string, old: Json | undefined, planned: Json | undefined): GraphPart[] {
  const change = old === undefined ? "added" : planned === undefined ? "removed" : "changed";
  const details = detailOf("", old, planned);
  return details === undefined ? [] : [{ what: "value", change, name, details: [details] }];
}

/** Lists whose nodes changed order. Ignores nodes that are in only one of the two lists. */
function orderParts(before: GraphShape, after: GraphShape): GraphPart[] {
  return [...before.orders].flatMap(([name, old]) => {
    const planned = new Set(after.orders.get(name) ?? []);
    const known = new Set(old);
    const kept = old.filter((each) => planned.has(each)).join(", ");
    const now = [...planned].filter((each) => known.has(each)).join(", ");
    return valuePart(`order of ${name || "the list"}`, kept, now);
  });
}

function detailsOf(before: Said, after: Said): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => detailOf(path, before.get(path), after.get(path)))
    .filter((line) => line !== undefined);
}

/** `model: "a" → "b"`. Undefined if nothing differs. */
function detailOf(path: string, before: Json | undefined, after: Json | undefined): string | undefined {
  if (canonical(before) === canonical(after)) {
    return undefined;
  }
  const place = path === "" ? "" : `${path}: `;
  const from = firstDifference(before, after);
  const words = (value: Json | undefined) => (value === undefined ? undefined : excerpt(value, from));
  const [old, planned] = [words(before), words(after)];
  return `${place}${[old, planned].filter((side) => side !== undefined).join(" → ")}${planned === undefined ? " (removed)" : ""}`;
}

/** Where the excerpts of two text values start: at the beginning, or shortly before a late difference. */
function firstDifference(before: Json | undefined, after: Json | undefined): number {
  if (typeof before !== "string" || typeof after !== "string") {
    return 0;
  }
  let at = 0;
  while (at < before.length && before[at] === after[at]) {
    at++;
  }
  return at < 100 ? 0 : at - 20;
}

function excerpt(value: Json, from: number): string {
  const shown = withoutMarks(value);
  return typeof shown === "string" && from > 0
    ? shortened(`…${JSON.stringify(shown.slice(from))}`)
    : typeof shown === "number"
      ? numberText(shown)
      : shortened(JSON.stringify(shown));
}

interface GraphShape {
  /** Keyed by name, then by path. */
  readonly nodes: Map<string, Map<string, Json>>;
  /** Keyed by `from → to`, then by path. */
  readonly edges: Map<string, Map<string, Json>>;
  readonly values: Map<string, Json>;
  /** The node names of each list, in order. The order may decide which node comes next. */
  readonly orders: Map<string, readonly string[]>;
  /** The node that contains `values`. */
  readonly inside: string;
}

/** Keys that workflow formats use for a node's id, and for both ends of an edge. */
const idKeys = ["id", "key", "name"];
const fromKeys = ["from", "source"];
const toKeys = ["to", "target"];
const nextKeys = new Set(["next", "goto", "then", "else", "onError", "onSuccess", "edges", "transitions"]);
/** Under one of these keys, each key of an object is a node. */
const nodeMaps = new Set(["nodes", "steps", "states", "tasks"]);

/** The API does not specify the structure of workflow graphs, so it is inferred. No value is omitted. */
function shapeOf(value: Json | undefined): GraphShape {
  const shape: GraphShape = {
    nodes: new Map(),
    edges: new Map(),
    values: new Map(),
    orders: new Map(),
    inside: "",
  };
  if (value !== undefined) {
    walk(shape, value, "");
  }
  return shape;
}

function walk(shape: GraphShape, value: Json, path: string): void {
  if (Array.isArray(value)) {
    walkList(shape, value, path);
  } else if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, inside] of Object.entries(value)) {
      const isMap = nodeMaps.has(key) && isJsonObject(inside) && isNodeMap(inside);
      if (isMap) {
        addNodes(shape, Object.entries(inside), joined(path, key));
      } else {
        walk(shape, inside, joined(path, key));
      }
    }
  } else {
    shape.values.set(path, value);
  }
}

function walkList(shape: GraphShape, list: readonly Json[], path: string): void {
  const objects = list.filter(isJsonObject);
  const names = objects.map(nameOf);
  const isAll = objects.length === list.length && list.length > 0;
  if (isAll && objects.every((each) => endsOf(each) !== undefined)) {
    for (const each of objects) {
      addEdge(shape, each);
    }
  } else if (isAll && !names.includes(undefined) && new Set(names).size === names.length) {
    addNodes(
      shape,
      objects.map((each) => [nameOf(each) ?? "", each]),
      path,
    );
    const order = names.filter((name) => name !== undefined);
    shape.orders.set(joined(shape.inside, path), order);
  } else if (list.length === 0) {
    shape.values.set(path, []);
  } else {
    for (const [at, each] of list.entries()) {
      walk(shape, each, `${path}[${at}]`);
    }
  }
}

function isNodeMap(value: JsonObject): boolean {
  return Object.keys(value).length > 0 && Object.values(value).every(isJsonObject);
}

function addNodes(shape: GraphShape, nodes: readonly (readonly [string, Json])[], path: string): void {
  for (const [name, node] of nodes) {
    const unique = shape.nodes.has(name) ? `${path}.${name}` : name;
    const inside: GraphShape = { ...shape, values: new Map(), inside: unique };
    shape.nodes.set(unique, inside.values);
    for (const [key, value] of Object.entries(isJsonObject(node) ? node : {})) {
      const targets = nextKeys.has(key) ? targetsOf(value) : undefined;
      if (targets === undefined) {
        walk(inside, value, key);
      }
      for (const [target, said] of targets ?? []) {
        setEdge(shape, `${unique} → ${target}`, new Map([["by", key], ...said]));
      }
    }
  }
}

/** The nodes that `next` and similar keys refer to. Undefined if the value does not refer to nodes. */
function targetsOf(value: Json): (readonly [string, Map<string, Json>])[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const targets = list.map((each) => {
    if (typeof each === "string") {
      return [each, new Map<string, Json>()] as const;
    }
    const to = isJsonObject(each) ? wordAt(each, toKeys) : undefined;
    return to === undefined || !isJsonObject(each) ? undefined : ([to, leaves(each, toKeys)] as const);
  });
  return targets.includes(undefined) ? undefined : targets.filter((each) => each !== undefined);
}

function addEdge(shape: GraphShape, edge: JsonObject): void {
  const [from, to] = endsOf(edge) ?? ["", ""];
  setEdge(shape, `${from} → ${to}`, leaves(edge, [...fromKeys, ...toKeys]));
}

function setEdge({ edges }: GraphShape, name: string, said: Map<string, Json>): void {
  let unique = name;
  for (let count = 2; edges.has(unique); count++) {
    unique = `${name} (${count})`;
  }
  edges.set(unique, said);
}

function endsOf(value: JsonObject): [string, string] | undefined {
  const [from, to] = [wordAt(value, fromKeys), wordAt(value, toKeys)];
  return from === undefined || to === undefined ? undefined : [from, to];
}

function nameOf(value: JsonObject): string | undefined {
  return wordAt(value, idKeys);
}

function wordAt(value: JsonObject, keys: readonly string[]): string | undefined {
  const word = keys.map((key) => value[key]).find((found) => found !== undefined);
  return typeof word === "string" || typeof word === "number" ? String(word) : undefined;
}

function leaves(value: JsonObject, without: readonly string[]): Map<string, Json> {
  return new Map(Object.entries(value).filter(([key]) => !without.includes(key)));
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
