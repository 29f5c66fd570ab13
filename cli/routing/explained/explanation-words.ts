import { howMany, quoted } from "pulumi-workspace-gateway/tools";
import { numberText } from "../../text/numbers.js";
import { shortList } from "../../text/short-list.js";
import type { RoutedModel } from "../setup.js";
import { endWords } from "./end-words.js";
import type { Asked, Explanation, Said } from "./explanation.js";

/** An explanation for people: a sentence, the mappings as a table, and what else is to be known. Back-ticks enclose names. */
export interface ToldExplanation {
  readonly ends: string;
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** The heads of the table. */
export const askedHead = ["", "mapping", "takes", "priority", "says"] as const;

const answers: Readonly<Record<Said, string>> = {
  off: "is switched off",
  "off-taker": "would take it, but is switched off",
  "not-known": "takes what is known only during the `up`",
  "other-name": "takes another name",
  "no-match": "does not match",
  unreadable: "cannot be followed: its pattern is none that we can read",
  takes: "takes it",
};

/** Says why a name ends where it ends. */
export function toldExplanation({ asked, end, ...more }: Explanation): ToldExplanation {
  return {
    ends: `ends ${endWords(end)}.`,
    rows: asked.map((each, at) => [`${at + 1}`, ...rowOf(each)]),
    notes: [...modelNotes(more.model), ...laterNotes(more), ...otherwiseNotes(more)],
  };
}

function rowOf({ mapping, said, depends }: Asked): string[] {
  const { name, sourceName, isPattern, priority } = mapping;
  const taken = sourceName === undefined ? "–" : `${quoted(sourceName)}${isPattern ? " (pattern)" : ""}`;
  const doubt = depends.length === 0 ? "" : `; open: ${depends.join("; ")}`;
  return [
    quoted(name),
    taken,
    priority === undefined ? "–" : numberText(priority),
    `${answers[said]}${doubt}`,
  ];
}

function modelNotes(model: RoutedModel | undefined): string[] {
  if (model === undefined) {
    return [];
  }
  const { name, gatewayName = name, provider, host, inputCost, outputCost } = model;
  const facts = [
    ...(provider === undefined ? [] : [`provider ${quoted(provider)}`]),
    ...(host === undefined ? [] : [`host ${quoted(host)}`]),
    ...(inputCost === undefined ? [] : [`input cost ${numberText(inputCost)}`]),
    ...(outputCost === undefined ? [] : [`output cost ${numberText(outputCost)}`]),
  ];
  return facts.length === 0 ? [] : [`${quoted(gatewayName)}: ${facts.join(", ")}.`];
}

function laterNotes({ later, after }: Pick<Explanation, "later" | "after">): string[] {
  const others = after - later.length;
  const names = shortList(later.map(({ name }) => quoted(name)));
  return [
    ...(later.length === 0
      ? []
      : [`Later in the order, and so without effect, it is also taken by ${names}.`]),
    ...(others === 0
      ? []
      : [`${howMany(others, "more mapping")} after that ${others === 1 ? "does" : "do"} not take it.`]),
  ];
}

/** Each open question once, with all ends that it may lead to. */
function otherwiseNotes({ otherwise }: Pick<Explanation, "otherwise">): string[] {
  return [...Map.groupBy(otherwise, ({ open }) => open)].map(([open, all]) => {
    const ends = all.map(({ end }) => endWords(end ?? { is: "nowhere" }));
    return `The API leaves open ${open}: it may also end ${[...new Set(ends)].join(", or ")}.`;
  });
}
