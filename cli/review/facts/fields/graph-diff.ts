import { canonical, type Json } from "pulumi-workspace-gateway/tools";
import { numberText } from "../../../text/numbers.js";
import type { GraphPart } from "../review.js";
import { type GraphShape, shapeOf } from "./graph-shape.js";
import { shortened, withoutMarks } from "./value-words.js";

/** What differs between two JSON objects, as nodes, edges and other places. The order of keys never counts. */
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

/** All that is said of a node or an edge, but for its name. */
function saidOf(name: string, said: Said = new Map()): string[] {
  return [...said]
    .filter(([, value]) => value !== name)
    .map(([path, value]) => `${path}: ${excerpt(value, 0)}`);
}

/** Places that are no part of a node or an edge. */
function valueParts(before: GraphShape, after: GraphShape): GraphPart[] {
  return [...new Set([...before.values.keys(), ...after.values.keys()])].flatMap((name) => {
    const [old, planned] = [before.values.get(name), after.values.get(name)];
    const change = old === undefined ? "added" : planned === undefined ? "removed" : "changed";
    const details = detailOf("", old, planned);
    return details === undefined
      ? []
      : [{ what: "value", change, name: name || "(all)", details: [details] }];
  });
}

/** Lists whose nodes have changed places. What is only in one of the two lists says nothing about the order. */
function orderParts(before: GraphShape, after: GraphShape): GraphPart[] {
  return [...before.orders].flatMap(([name, old]) => {
    const planned = new Set(after.orders.get(name) ?? []);
    const known = new Set(old);
    const kept = old.filter((each) => planned.has(each)).join(", ");
    const now = [...planned].filter((each) => known.has(each)).join(", ");
    const details = detailOf("", kept, now);
    return details === undefined
      ? []
      : [{ what: "value", change: "changed", name: `order of ${name || "the list"}`, details: [details] }];
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

/** Where two long texts begin to differ. Of texts that differ late, an excerpt begins shortly before. */
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
