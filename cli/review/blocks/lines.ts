import { howMany } from "pulumi-workspace-gateway/tools";
import { abridged, clipped } from "../../text/visible.js";
import type { ObjectChange, Risk } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";
import type { Item, Line, LinePiece, Section } from "./block.js";

/** How much is shown of a sentence. */
const longestSentence = 600;

/** A sentence whose names stand between back-ticks. */
export function asLine(text: string, most = longestSentence): Line {
  return clipped(text, most)
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? part : code(part)))
    .filter((part) => part !== "");
}

/** A name as the program or the gateway has it. */
export function code(text: string): LinePiece {
  return { look: "code", text: plain(text) };
}

/** A name in quotes: what people call something. */
export function called(text: string): string {
  return `“${plain(text)}”`;
}

/** Refers to the notes of these numbers. */
export function mark(...numbers: readonly number[]): LinePiece {
  return { look: "mark", text: numbers.join(", ") };
}

export function small(text: string): LinePiece {
  return { look: "small", text: plain(text) };
}

/** A name as it is, but for its length. */
export function plain(text: string): string {
  return abridged(text);
}

/** A sentence as a point of a list. */
export function point(text: string): Item {
  return { line: asLine(text) };
}

/** A section that is a list; none if there is nothing in it. */
export function listSection(
  about: Pick<Section, "title" | "share">,
  items: readonly Item[],
): readonly Section[] {
  return items.length === 0 ? [] : [{ ...about, blocks: [{ is: "list", items }] }];
}

/** A sign for each risk: it is seen first, the word beside it can be read aloud. */
export const riskSigns: Readonly<Record<Risk, string>> = { high: "🔴", medium: "🟠", low: "🟡", none: "🟢" };

/** How many of what: "1 delete, 2 updates". */
export function countsOf(changes: readonly Pick<ObjectChange, "operation">[]): string {
  const counts = Object.entries(operationWords).flatMap(([operation, { noun }]) => {
    const count = changes.filter((change) => change.operation === operation).length;
    return count === 0 ? [] : [howMany(count, noun)];
  });
  return counts.join(", ");
}
