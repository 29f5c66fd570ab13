import { jsonIn, kindNameOf, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { partsOf } from "../../stack/urn.js";
import { shortList } from "../../text/short-list.js";
import { operationOf } from "./operations.js";
import type { OptionChange } from "./plan.js";
import type { PreviewState, PreviewStep } from "./preview-format.js";

/** What it means that an option has these values now. */
type Words = (now: readonly string[]) => string;

type Options = readonly (readonly [option: keyof PreviewState, words: Words])[];

/** The options that a state keeps of a resource. */
const options: Options = [
  ["protect", ([now]) => (now ? "is protected from now on: no run deletes it" : "is no longer protected")],
  [
    "retainOnDelete",
    ([now]) =>
      now
        ? "stays on the gateway from now on when its resource is deleted"
        : "no longer stays on the gateway when its resource is deleted",
  ],
  ["deletedWith", (now) => `goes away with ${names(now)}`],
  ["ignoreChanges", (now) => `ignores what the program changes of ${listed(now)}`],
  ["replaceOnChanges", (now) => `is replaced by a change of ${listed(now)}`],
  ["additionalSecretOutputs", (now) => `keeps as further secrets ${listed(now)}`],
  ["customTimeouts", () => "has other time limits"],
];

/** Where a resource stands among others. An update of its values may change that, too, and a new name says it. */
const places: Options = [
  ["parent", (now) => `is a part of ${names(now)}`],
  ["provider", (now) => `is made by the provider ${names(now)}`],
  ["aliases", (now) => `is also known as ${names(now)}`],
  ["dependencies", (now) => `depends on ${names(now)}`],
];

/** What changes of options alone: an `up` writes it to the state, and nothing to the gateway. */
export function optionChangesIn(steps: readonly PreviewStep[]): OptionChange[] {
  return [...released(steps), ...optionsIn(steps)];
}

/** The resources that the program only reads from now on. */
function released(steps: readonly PreviewStep[]): OptionChange[] {
  return steps.flatMap(({ urn, oldState, newState }): OptionChange[] => {
    const { type, name } = partsOf(urn);
    return oldState && !oldState.external && newState?.external
      ? [
          {
            urn,
            name,
            kind: kindNameOf(type) ?? type,
            option: "external",
            isOn: true,
            words: "leaves management: the program only reads it from now on, and it stays on the gateway",
          },
        ]
      : [];
  });
}

function optionsIn(steps: readonly PreviewStep[]): OptionChange[] {
  const kept = steps.flatMap(({ op, urn, oldState, newState }) => {
    const operation = operationOf(op);
    const stays = operation === "same" || operation === "update";
    const found = { operation, urn, wasUrn: oldState?.urn ?? urn };
    return stays && oldState && newState ? [{ ...found, before: oldState, after: newState }] : [];
  });
  const renamed = new Map(kept.map(({ wasUrn, urn }) => [wasUrn, urn]));
  return kept.flatMap(({ operation, urn, wasUrn, before, after }): OptionChange[] => {
    const moved = movedFrom(wasUrn, urn);
    const told = operation === "same" && moved === undefined ? [...options, ...places] : options;
    const others = told.flatMap(([option, words]) => {
      const was = valuesOf(before[option]).map((value) => renamed.get(value) ?? value);
      const now = valuesOf(after[option]);
      return was.toSorted().join("\n") === now.join("\n")
        ? []
        : [{ option, isOn: now.some((each) => !was.includes(each)), words: words(now) }];
    });
    const { type, name } = partsOf(urn);
    const all = [...(moved === undefined ? [] : [{ words: moved }]), ...others];
    return all.map((change) => ({ urn, name, kind: kindNameOf(type) ?? type, ...change }));
  });
}

function movedFrom(before: string, now: string): string | undefined {
  const [was, is] = [partsOf(before), partsOf(now)];
  if (was.name !== is.name) {
    return `was called ${quoted(was.name)} until now`;
  }
  if (was.type !== is.type) {
    return `is made as ${quoted(is.type)} from now on`;
  }
  return before === now ? undefined : "is a part of another component from now on";
}

/** An option as a list, in one order, because the engine's is another one each time. What is off or not there has none. */
function valuesOf(value: PreviewState[keyof PreviewState]): string[] {
  const all = Array.isArray(value) ? value : [value];
  const texts = all.map((each) =>
    typeof each === "string" ? withoutId(each) : JSON.stringify(each ?? false),
  );
  return texts.filter((text) => !["", "false", "{}"].includes(text)).toSorted();
}

/** The reference of a provider without its id, which another release has, or nobody knows yet. */
function withoutId(text: string): string {
  return text.includes("::pulumi:providers:") ? text.split("::").slice(0, 4).join("::") : text;
}

function names(urns: readonly string[]): string {
  return listed(urns.map((urn) => partsOf(urn).name));
}

function listed(now: readonly string[]): string {
  return shortList(now.map(quoted)) || "nothing";
}

const record = z.record(z.string(), z.unknown()).nullish();
const differences = z.object({ adds: record, deletes: z.array(z.string()).nullish(), updates: record });
const savedPlan = z.object({
  resourcePlans: z.record(z.string(), z.object({ goal: z.object({ outputDiff: differences.nullish() }) })),
});

/** What a program exports otherwise than before, which only pulumi's own plan says (`--save-plan`). */
export function exportChangesIn(saved: string): OptionChange[] {
  const { data } = savedPlan.safeParse(jsonIn(saved));
  return Object.entries(data?.resourcePlans ?? {}).flatMap(([urn, { goal }]): OptionChange[] => {
    const { type, name } = partsOf(urn);
    if (type !== "pulumi:pulumi:Stack") {
      return [];
    }
    const { adds, deletes, updates } = goal.outputDiff ?? {};
    const said = [
      ...Object.keys(adds ?? {}).map((output) => `exports ${quoted(output)} from now on`),
      ...Object.keys(updates ?? {}).map((output) => `exports another ${quoted(output)}`),
      ...(deletes ?? []).map((output) => `no longer exports ${quoted(output)}`),
    ];
    return said.map((words) => ({ urn, name, kind: "Stack", words }));
  });
}
