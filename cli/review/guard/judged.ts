import type { Item, Line } from "../blocks/block.js";
import type { Judged } from "../blocks/document.js";
import { asLine, code, listSection } from "../blocks/lines.js";
import type { Finding } from "../facts/review.js";
import type { Judgement, Verdict } from "./verdict.js";

/** A verdict as the first part of a document: what is refused, and what passes only because somebody said so. */
export function judged({ passes, refused, allowed, raised, ambiguous, unused }: Verdict): Judged {
  const items: Item[] = [
    ...refused.map((judgement) => ({
      risk: "high" as const,
      line: [...told(judgement), " To let it through: ", { look: "code", text: judgement.option } as const],
    })),
    ...allowed.map((judgement) => ({ line: ["Allowed by name: ", ...told(judgement)] })),
    ...raised.map((judgement) => ({ line: ["Only a raised limit lets this pass: ", ...told(judgement)] })),
    ...ambiguous.map((sentence) => ({ line: asLine(sentence) })),
    ...unused.map((permit) => ({ line: [code(permit), " is allowed, and nothing needs it: take it out."] })),
  ];
  const title = passes ? "What the guard let pass" : "The guard refuses this";
  const keys = new Set(refused.map(keyOf));
  const tells = (finding: Finding) => keys.has(keyOf(finding));
  return {
    passes,
    tells,
    section: listSection({ title, share: 0.14 }, items),
  };
}

function keyOf({ rule, urn, reason }: Pick<Judgement, "rule" | "urn" | "reason">): string {
  return JSON.stringify([rule, urn, reason]);
}

function told({ rule, name, reason }: Judgement): Line {
  const about = name === undefined ? [] : [" ", code(name)];
  return [{ look: "strong", text: rule }, ...about, ": ", ...asLine(reason)];
}
