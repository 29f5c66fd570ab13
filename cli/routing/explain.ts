import { defined, howMany, quoted } from "pulumi-workspace-gateway/tools";
import { numberText, shortList } from "../text/words.js";
import { type Destination, type Otherwise, type Router, routeFinder, workspacesOf } from "./route.js";
import { openBound, openUntilUp } from "./semantics.js";
import type { RoutedMapping, RoutedModel, Setup } from "./setup.js";

export interface Moments {
  readonly before?: Setup;
  readonly after: Setup;
}

const answers = {
  off: "is disabled",
  "off-taker": "would match, but is disabled",
  "not-known": "may match (known only during the `up`)",
  "other-name": "matches a different name",
  "no-match": "does not match",
  unreadable: "cannot be checked: its pattern is not supported",
  takes: "matches",
};

/** @param formerly - the setup before the change, if `setup` is the one after it */
export function explain(setup: Setup, workspace: string, name: string, formerly?: Setup) {
  const inside = workspacesOf(setup, formerly)(workspace);
  const { router, find } = routeFinder(inside);
  const { matches, depends, end = { is: "nowhere" as const, depends }, otherwise } = find(name);
  const [decider, ...later] = matches.map(({ mapping }) => mapping);
  const count = decider === undefined ? router.tried.length : router.tried.indexOf(decider) + 1;
  return {
    /** Mappings in order of evaluation. If the last mapping matches, it decides. */
    asked: router.tried
      .slice(0, count)
      .map((mapping) => ({ mapping, said: answerOf(mapping, name, router) })),
    /** Mappings that also match, but come after the one that decides. */
    later,
    /** The number of all mappings after the deciding one. */
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

export type RouteAnswer = ReturnType<typeof answerFor>;

export function answerFor({ before, after }: Moments, workspace: string, name: string) {
  return {
    name,
    /** Display name. */
    workspace: after.workspaces[workspace] ?? before?.workspaces[workspace] ?? workspace,
    ...defined({ before: before && explain(before, workspace, name) }),
    after: explain(after, workspace, name, before),
  };
}

/** Names are in backticks. If the change does not affect the answer, both moments are merged. */
export function answerWords({ name, workspace, before, after }: RouteAnswer) {
  const subject = `${quoted(name)} in the workspace ${quoted(workspace)}`;
  if (before === undefined) {
    return [momentWords(subject, after)];
  }
  const [then, next] = [before, after].map((moment) => JSON.stringify(momentWords("", moment)));
  return then === next
    ? [momentWords(`Before and after the \`up\`, ${subject}`, after)]
    : [momentWords(`Before the \`up\`, ${subject}`, before), momentWords("After the `up`, it", after)];
}

export const triedHead = ["", "Mapping", "Matches", "Priority", "Result"] as const;

function momentWords(subject: string, explanation: ReturnType<typeof explain>) {
  const { asked, end, model, later, after, otherwise, unplaced = [] } = explanation;
  const others = after - later.length;
  const names = (of: readonly string[]) => shortList(of.map(quoted));
  const noteIf = (isNeeded: boolean, note: string) => (isNeeded ? [note] : []);
  return {
    lead: `${subject} resolves to ${endWords(end)}.`,
    rows: asked.map(({ mapping: { name, sourceName, isPattern, priority }, said }, at) => {
      const source = sourceName && `${quoted(sourceName)}${isPattern ? " (pattern)" : ""}`;
      const place = priority === undefined ? "–" : numberText(priority);
      return [`${at + 1}`, quoted(name), source ?? "–", place, answers[said]];
    }),
    notes: [
      ...(model === undefined ? [] : modelNotes(model)),
      ...noteIf(
        later.length > 0,
        `Would also match, but an earlier mapping decides: ${names(later.map(({ name }) => name))}.`,
      ),
      ...noteIf(
        others > 0,
        `${howMany(others, "more mapping")} after that ${others === 1 ? "does" : "do"} not match it.`,
      ),
      ...otherwiseNotes(otherwise),
      ...noteIf(
        unplaced.length > 0,
        `This may change, because the \`up\` may put ${names(unplaced)} in this workspace.`,
      ),
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

function otherwiseNotes(otherwise: readonly Otherwise[]): string[] {
  return [...Map.groupBy(otherwise, ({ open }) => open)].map(([open, all]) => {
    const ends = new Set(all.map(({ end }) => endWords(end)));
    const lead = [openBound, openUntilUp].includes(open) ? "It is unknown" : "The API does not specify";
    return `${lead} ${open}. The name may also resolve to ${[...ends].join(", or to ")}.`;
  });
}

/** Continues a sentence after "resolves to". */
export function endWords(end: Destination = { is: "nowhere" }): string {
  const { is, model, by } = end;
  if (by !== undefined) {
    return `${placeWords(end)}, by the mapping ${quoted(by)}`;
  }
  if (is === "model") {
    return `${placeWords(end)}, the model with this gateway name`;
  }
  return model === undefined
    ? "no model: no mapping matches this name, and no model has it as its gateway name"
    : placeWords(end);
}

function placeWords({ is, model, isOption }: Destination): string {
  const name = model === undefined ? undefined : quoted(model);
  switch (is) {
    case "model":
      return `${name}`;
    case "outside":
      return isOption
        ? `${name}, which a provider offers in \`modelOptions\``
        : `${name}, which is not the gateway name of any known model`;
    case "nowhere":
      return `no model: ${name} is removed`;
    case "unknown":
      return name === undefined
        ? "a model that is known only during the `up`"
        : `${name}, which may become a model's name during the \`up\``;
  }
}
