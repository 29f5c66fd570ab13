import { maskFor } from "../masking.js";
import { type Pin, resourceTitle } from "../pin/format.js";
import {
  asLine,
  code,
  type Item,
  type Line,
  listSection,
  point,
  type ReviewDocument,
  type Section,
} from "../review/document/block.js";
import { markdown } from "../review/document/markdown.js";
import { endOf, failureMarkdown, type Masking } from "../review/failure-markdown.js";
import { operationWords } from "../review/plan/plan.js";
import { Refused } from "../terminal.js";
import { masked } from "../text/mask.js";
import { clipped } from "../text/words.js";
import type { PlanRun, StepState } from "./run-plan.js";

const longestLine = 120;

export interface Applied {
  readonly args: readonly string[];
  readonly said: string[];
  pin?: Pin;
  nothing?: string | undefined;
  run?: PlanRun;
  error?: unknown;
}

export async function applyMarkdown(applied: Applied, terminal: Masking): Promise<string> {
  const { args, said, pin, error } = applied;
  if (pin === undefined) {
    const meaning =
      "**Nothing was applied: the pin cannot be used.** Next: review again, and apply the new pin.";
    return failureMarkdown({ command: "apply", meaning, said, pulumi: args }, terminal);
  }
  const last = error === undefined ? [] : endOf(said, terminal);
  return markdown(masked(documentOf(pin, applied, last), maskFor(terminal)));
}

const again = "Review again, and apply the new pin.";

function documentOf(pin: Pin, { nothing, run, error }: Applied, said: readonly string[]): ReviewDocument {
  const { stack, project, made } = pin;
  const name = `${project}/${stack}`;
  const by: Line = made.by === undefined ? [] : [" by ", code(made.by)];
  const of: Line = made.commit === undefined ? [] : [" for commit ", code(made.commit.slice(0, 12))];
  const { verdict, next, sections } = endingOf(pin, run, error);
  const isQuiet = error === undefined && run === undefined;
  return {
    subject: { what: "apply", name },
    sign: error === undefined ? "✅" : "❌",
    verdict,
    headline: [],
    about: isQuiet
      ? [[code(name), ": nothing to do, because ", ...asLine(nothing ?? ""), "."]]
      : [[code(name)], ["reviewed", ...by, " at ", code(made.at), ...of]],
    isQuiet,
    sections: [
      ...sections,
      ...listSection("Next", next.map(point)),
      ...listSection(
        "Last output",
        // Clipping keeps the start of an error message, where the failure is named.
        said.map((line) => ({ line: [code(clipped(line, longestLine))] })),
      ),
    ],
  };
}

interface Ending {
  readonly verdict: string;
  readonly next: readonly string[];
  readonly sections: readonly Section[];
}

function endingOf(pin: Pin, run: PlanRun | undefined, error: unknown): Ending {
  if (error instanceof Refused) {
    const why = error.exitCode === 3 ? "an expectation would not be met" : "the pin cannot be used";
    return { verdict: `Nothing was applied: ${why}`, next: [again], sections: [] };
  }
  if (run === undefined) {
    return {
      verdict: "Nothing was applied: the command failed before the update",
      next: error === undefined ? [] : ["Fix the cause, and then apply this pin again or a new pin."],
      sections: [],
    };
  }
  if (error === undefined) {
    return {
      verdict: "Applied as reviewed",
      next: [],
      sections: groupOf(pin, applied, () => true),
    };
  }
  const sections = groups.flatMap(([title, state]) =>
    groupOf(pin, title, (urn) => run.stateOf(urn) === state),
  );
  const isHalf = pin.steps.some(({ urn }) => run.stateOf(urn) === "begun");
  const half = "Run `workspace-gateway recover`: the gateway may have applied only part of a change.";
  const next = ["Fix the cause.", ...(isHalf ? [half] : []), again];
  return { verdict: "The update failed, and some changes may have been applied", next, sections };
}

const applied = "Applied";

/** Pulumi prints each resource that it processes, except resources whose objects stay on the gateway. */
const groups: readonly (readonly [title: string, state: StepState | undefined])[] = [
  ["Failed", "failed"],
  ["Started, but possibly not finished", "begun"],
  [applied, "done"],
  ["Not started, as far as the output shows", undefined],
];

function groupOf(
  { steps, options }: Pin,
  title: string,
  isMeant: (urn: string) => boolean,
): readonly Section[] {
  const titled = (urn: string) => code(resourceTitle(urn));
  const isDone = title === applied;
  const items = [
    ...steps.map(({ urn, operation }): { readonly urn: string } & Item => ({
      urn,
      line: [
        titled(urn),
        isDone ? ` ${operationWords[operation].past}` : `: ${operationWords[operation].noun}`,
      ],
    })),
    ...options.map(({ urn, words }) => ({
      urn,
      line: [titled(urn), ...(isDone ? [" ", ...asLine(words)] : [" (planned: it ", ...asLine(words), ")"])],
    })),
  ];
  return listSection(
    title,
    items.filter(({ urn }) => isMeant(urn)),
  );
}
