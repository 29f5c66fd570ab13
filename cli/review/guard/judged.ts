import { defined } from "pulumi-workspace-gateway/tools";
import type { Item, Line } from "../blocks/block.js";
import type { Judged } from "../blocks/document.js";
import { asLine, code, listSection, plain } from "../blocks/lines.js";
import type { Finding } from "../facts/review.js";
import type { RulesChanged } from "./guard-rules.js";
import type { Judgement, Verdict } from "./verdict.js";

/** A verdict as the first part of a document: what is refused, and what passes only because somebody said so. */
export function judged({ passes, refused, allowed, raised, unused, ...changed }: Verdict): Judged {
  const items: Item[] = [
    ...refused.map((judgement) => ({
      risk: "high" as const,
      line: [...told(judgement), " To let it through: ", { look: "code", text: judgement.option } as const],
    })),
    ...allowed.map((judgement) => ({ line: ["Allowed by name: ", ...told(judgement)] })),
    ...raised.map((judgement) => ({ line: ["Only a raised limit lets this pass: ", ...told(judgement)] })),
    ...unused.map((permit) => ({ line: [code(permit), " is allowed, and nothing needs it: take it out."] })),
  ];
  const title = passes ? "What the guard let pass" : "The guard refuses this";
  const alert = alertOf(changed);
  const keys = new Set(refused.map(keyOf));
  const tells = (finding: Finding) => keys.has(keyOf(finding));
  return {
    ...defined({ alert }),
    passes,
    tells,
    section: listSection({ id: "guard", title, share: 0.14 }, items),
  };
}

/** Undefined if the files of rules say the same as at the commit whose rules hold. */
function alertOf({ rulesChanged, routesChanged }: Pick<Verdict, "rulesChanged" | "routesChanged">) {
  const lines = [
    ...(rulesChanged === undefined ? [] : [changedWords(rulesChanged, "the guard's rules")]),
    ...(routesChanged === undefined ? [] : [changedWords(routesChanged, "the expectations")]),
  ];
  return lines.length === 0 ? undefined : lines.flatMap((line, at) => (at === 0 ? line : [" ", ...line]));
}

/** What is looser comes first: a reviewer has to see it, also where there is much. */
function changedWords({ ref, file, changes }: RulesChanged, what: string): Line {
  const sorted = changes.toSorted((a, b) => Number(b.isLooser) - Number(a.isLooser));
  const how = sorted[0]?.isLooser ? "loosens" : "changes";
  return [
    `This ${how} ${what} in `,
    code(file),
    ` (judged by those of ${plain(ref)}): `,
    ...asLine(sorted.map(({ key, words }) => `\`${key}\` ${words}`).join("; ")),
  ];
}

function keyOf({ rule, urn, reason }: Pick<Judgement, "rule" | "urn" | "reason">): string {
  return JSON.stringify([rule, urn, reason]);
}

function told({ rule, name, reason }: Judgement): Line {
  const about = name === undefined ? [] : [" ", code(name)];
  return [{ look: "strong", text: rule }, ...about, ": ", ...asLine(reason)];
}
