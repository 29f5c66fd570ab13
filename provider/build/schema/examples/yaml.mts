import { stringify } from "yaml";
import { type Entry, type Program, type Step, settingsOf, type Value } from "./program.mts";

type Section = readonly (readonly [key: string, value: unknown])[];

export function yaml(program: Program): string {
  const settings = settingsOf(program).map(({ name, secret }) => [name, { type: "string", secret }] as const);
  const ofSteps = (is: Step["is"], made: (step: Step) => object) =>
    program.steps.filter((step) => step.is === is).map((step) => [step.variable, made(step)] as const);
  const sections: Readonly<Record<string, Section>> = {
    config: settings,
    resources: ofSteps("resource", resource),
    variables: ofSteps("call", call),
    outputs: program.outputs.map(([name, value]) => [name, written(value)] as const),
  };
  const present = Object.entries(sections).filter(([, entries]) => entries.length > 0);
  const all = present.map(([name, entries]) => [name, Object.fromEntries(entries)]);
  return stringify(Object.fromEntries(all), { lineWidth: 0 }).trim();
}

function resource({ type, variable, name, args, provider }: Step): object {
  return {
    type: type === "Provider" ? "pulumi:providers:workspace-gateway" : `workspace-gateway:index:${type}`,
    name: name === variable ? undefined : name,
    properties: objectOf(args),
    options: provider === undefined ? undefined : { provider: `\${${provider}}` },
  };
}

function call({ type, args }: Step): object {
  return { "fn::invoke": { function: `workspace-gateway:index:${type}`, arguments: objectOf(args) } };
}

function objectOf(entries: readonly Entry[]): object {
  return Object.fromEntries(entries.map(([name, value]) => [name, written(value)]));
}

function written(value: Value): unknown {
  switch (value.is) {
    case "text":
      return value.text;
    case "number":
      return Number(value.number);
    case "switch":
      return value.on;
    case "list":
      return value.items.map(written);
    case "object":
      return objectOf(value.entries);
    case "property":
      return `\${${value.of.variable}.${value.name}}`;
    case "setting":
      return `\${${value.name}}`;
  }
}
