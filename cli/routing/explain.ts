import { defined, howMany, quoted } from "pulumi-workspace-gateway/tools";
import { numberText, shortList } from "../text/words.js";
import {
  type Destination,
  type End,
  type Otherwise,
  type Router,
  route,
  routeFinder,
  workspacesOf,
} from "./route.js";
import { defaultSemantics, openUntilUp } from "./semantics.js";
import type { RoutedMapping, RoutedModel, Setup } from "./setup.js";

/** The setup as it is, or before a change and after it. */
export interface Moments {
  readonly before?: Setup;
  readonly after: Setup;
}

const answers = {
  off: "is switched off",
  "off-taker": "would take it, but is switched off",
  "not-known": "may take it, which is known only during the `up`",
  "other-name": "takes another name",
  "no-match": "does not match",
  unreadable: "cannot be followed: its pattern is none that we can read",
  takes: "takes it",
};

/** Why a name goes where it goes, at one moment. */
export interface Explanation {
  /** The mappings in the order in which they were tried, and why each matches or not. The last one decides, if it matches. */
  readonly asked: readonly { readonly mapping: RoutedMapping; readonly said: keyof typeof answers }[];
  /** Those that match the name too, but come after the one that decides. */
  readonly later: readonly RoutedMapping[];
  /** The number of all mappings after it. */
  readonly after: number;
  readonly end: End;
  /** The model at the end, if it is known here. */
  readonly model?: RoutedModel;
  readonly otherwise: readonly Otherwise[];
  /** The logical names of objects whose workspace is unknown. It may be this one. */
  readonly unplaced?: readonly string[];
}

/** @param formerly - the moment before, if this is the moment after */
export function explain(setup: Setup, workspace: string, name: string, formerly?: Setup): Explanation {
  const inside = workspacesOf(setup, formerly)(workspace);
  const { matches, depends, end = { is: "nowhere", depends }, otherwise } = routeFinder(inside).find(name);
  const router = route(inside, defaultSemantics);
  const [decider, ...later] = matches.map(({ mapping }) => mapping);
  const count = decider === undefined ? router.tried.length : router.tried.indexOf(decider) + 1;
  return {
    asked: router.tried
      .slice(0, count)
      .map((mapping) => ({ mapping, said: answerOf(mapping, name, router) })),
    later,
    after: router.tried.length - count,
    end,
    otherwise,
    ...defined({ model: inside.models.ofUrn(end.modelUrn), unplaced: setup.unplaced }),
  };
}

function answerOf(mapping: RoutedMapping, name: string, router: Router): keyof typeof answers {
  const { enabled, isPattern, mayTake } = mapping;
  const isMatch = router.matches(mapping, name);
  if (mayTake !== undefined && isMatch !== false) {
    return "not-known";
  }
  if (enabled === false) {
    return isMatch ? "off-taker" : "off";
  }
  return isMatch ? "takes" : !isPattern ? "other-name" : isMatch === undefined ? "unreadable" : "no-match";
}

/** Why one name goes where it goes, at each moment. */
export interface RouteAnswer {
  readonly name: string;
  /** The name of the workspace for people. */
  readonly workspace: string;
  readonly before?: Explanation;
  readonly after: Explanation;
}

/** @param workspace - as setups name it */
export function answerFor({ before, after }: Moments, workspace: string, name: string): RouteAnswer {
  return {
    name,
    workspace: after.workspaces[workspace] ?? before?.workspaces[workspace] ?? workspace,
    ...defined({ before: before && explain(before, workspace, name) }),
    after: explain(after, workspace, name, before),
  };
}

/** One moment of an answer in words. Back-ticks enclose names. */
interface MomentWords {
  /** A sentence: where the name ends. */
  readonly lead: string;
  /** The mappings as a table. */
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** An answer in words. If a change changes nothing about it, both moments are one. */
export function answerWords({ name, workspace, before, after }: RouteAnswer): MomentWords[] {
  const subject = `${quoted(name)} in the workspace ${quoted(workspace)}`;
  if (before === undefined) {
    return [momentWords(subject, after)];
  }
  const [then, next] = [before, after].map((moment) => JSON.stringify(momentWords("", moment)));
  return then === next
    ? [momentWords(`Before and after the \`up\`, ${subject}`, after)]
    : [momentWords(`Before the \`up\`, ${subject}`, before), momentWords("After the `up`, it", after)];
}

/** The heads of the table. */
export const triedHead = ["", "mapping", "takes", "priority", "says"] as const;

function momentWords(subject: string, explanation: Explanation): MomentWords {
  const { asked, end, model, later, after, otherwise, unplaced = [] } = explanation;
  const others = after - later.length;
  const names = (of: readonly string[]) => shortList(of.map(quoted));
  return {
    lead: `${subject} ends ${endWords(end)}.`,
    rows: asked.map(({ mapping: { name, sourceName, isPattern, priority }, said }, at) => {
      const source = sourceName && `${quoted(sourceName)}${isPattern ? " (pattern)" : ""}`;
      const place = priority === undefined ? "–" : numberText(priority);
      return [`${at + 1}`, quoted(name), source ?? "–", place, answers[said]];
    }),
    notes: [
      ...(model === undefined ? [] : modelNotes(model)),
      ...(later.length === 0
        ? []
        : [
            `Later in the order, and so without effect, it is also taken by ${names(later.map(({ name }) => name))}.`,
          ]),
      ...(others === 0
        ? []
        : [`${howMany(others, "more mapping")} after that ${others === 1 ? "does" : "do"} not take it.`]),
      ...otherwiseNotes(otherwise),
      ...(unplaced.length === 0
        ? []
        : [
            `This may change: it is not known before the \`up\` whether ${names(unplaced)} will be in this workspace.`,
          ]),
    ],
  };
}

function modelNotes({
  name,
  gatewayName = name,
  provider,
  host,
  inputCost,
  outputCost,
}: RoutedModel): string[] {
  const facts = [
    provider && `provider ${quoted(provider)}`,
    host && `host ${quoted(host)}`,
    inputCost !== undefined && `input cost ${numberText(inputCost)}`,
    outputCost !== undefined && `output cost ${numberText(outputCost)}`,
  ].filter(Boolean);
  return facts.length === 0 ? [] : [`${quoted(gatewayName)}: ${facts.join(", ")}.`];
}

/** Each open question once, with all ends that it may lead to. */
function otherwiseNotes(otherwise: readonly Otherwise[]): string[] {
  return [...Map.groupBy(otherwise, ({ open }) => open)].map(([open, all]) => {
    const ends = new Set(all.map(({ end }) => endWords(end)));
    const lead = open === openUntilUp ? "It is open" : "The API leaves open";
    return `${lead} ${open}: it may also end ${[...ends].join(", or ")}.`;
  });
}

/** Where a name ends and what decides that, as it goes on after "ends". */
export function endWords(end: Destination = { is: "nowhere" }): string {
  const { is, model, by } = end;
  if (by !== undefined) {
    return `${placeWords(end)}, by the mapping ${quoted(by)}`;
  }
  if (is === "model") {
    return `${placeWords(end)}, which has it as its gateway name`;
  }
  return model === undefined
    ? "nowhere: no mapping takes it, and no model has it as its gateway name"
    : placeWords(end);
}

function placeWords({ is, model }: Destination): string {
  const name = model === undefined ? undefined : quoted(model);
  switch (is) {
    case "model":
      return `at ${name}`;
    case "outside":
      return `at ${name}, the name of no model that is known here`;
    case "nowhere":
      return `nowhere: ${name} goes away`;
    case "unknown":
      return name === undefined
        ? "at a model that is known only during the `up`"
        : `at ${name}, which may be a model's name only after the \`up\``;
  }
}
