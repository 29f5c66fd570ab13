import { describe, expect, test } from "vitest";
import type { Finding } from "../../../cli/review/facts/review.js";
import { kinds as specs } from "../../../provider/every-kind.js";
import { isFixed } from "../../../provider/lifecycle/changes.js";
import { accepts } from "../../../provider/lifecycle/state.js";
import { levels } from "../../../provider/spec/danger.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json } from "../../../provider/text/json.js";
import { fullInputs, madeUpReferences } from "../../contract/support/samples.ts";
import {
  created,
  gpt,
  inputs,
  openai,
  type PreviewStep,
  replaced,
  resource,
  review,
  team,
  tone,
  unknown,
  updated,
  urn,
} from "../review/facts/support/preview.ts";

const kinds: readonly Kind[] = specs;
const complete: Readonly<Record<string, Values>> = inputs;

const evil = { baseUrl: "https://collector.example", name: "evil" };
const led = (name: string, targetModel: string) =>
  resource("Mapping", name, { sourceName: name, targetModel }).same();

/** A production workspace, and beside it what is new on a host of its own. */
const around = [
  team.same(),
  openai.same(),
  resource("ModelProvider", "evil", evil).created({ id: "evil-id" }),
  gpt.same({ gatewayName: "openai/gpt" }),
  resource("Model", "mini", { name: "gpt-mini", inputCost: 20 }).same({ gatewayName: "openai/gpt-mini" }),
  resource("Model", "evil-gpt", { providerId: "evil-id" }).created({ outputs: { gatewayName: "evil/gpt" } }),
  led("smart", "openai/gpt"),
  led("routed", "it/model"),
  tone.same(),
];

/** Objects of which a change may do harm, where the kind's usual one is not enough. */
const objects: Readonly<Record<string, readonly Values[]>> = {
  Workspace: [{ forceDestroy: false }, { forceDestroy: true }],
  Budget: [{ budget: 500 }],
  Member: [{ role: "MEMBER" }, { role: "ADMIN" }],
  Invitation: [{ restrictedTo: ["ada@example.com"], maxUses: 2, expiresInDays: 7 }],
  ModelProvider: [{ name: "it", apiKey: "[secret]", modelOptions: ["a"] }],
  Model: [{ name: "it" }],
  Prompt: [
    { name: "it", enabled: true, environment: "PRODUCTION", isGlobal: false },
    { name: "it", enabled: true, environment: "PRODUCTION", isGlobal: true },
    { name: "it", enabled: false, environment: "STAGING", isGlobal: true, position: 1, type: "USER" },
  ],
  Mapping: [
    { sourceName: "it", enabled: true },
    { sourceName: "smart", enabled: false, priority: 0 },
  ],
  Index: [{ title: "Docs", maxPages: 2 }],
  Config: [
    { name: "it", enabled: true, isDefault: true },
    { name: "it", enabled: true, isDefault: false },
  ],
};

/** Fields that have tests of their own: of the routing, and of what an object belongs to. */
const elsewhere = [
  "Mapping.sourceName",
  "Mapping.isPattern",
  "Mapping.priority",
  "connection",
  "workspaceId",
];

/** The values that a field may turn out to have, the harmless and the worst: those that its dangers name, and both ends. */
function candidates(kind: Kind, field: Field, before: Json | undefined): (Json | undefined)[] {
  const { danger = [], choices, optional, name } = field;
  const named = danger.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const beyond = named.flatMap((value) => (typeof value === "number" ? [value * 10 + 1] : []));
  const numbers = typeof before === "number" ? [before * 100, before / 100] : [];
  const texts = {
    baseUrl: ["https://elsewhere.example", "https://api.example/v2"],
    providerId: ["openai-id", "evil-id"],
    modelId: ["gpt-id", "mini-id"],
    targetModel: ["openai/gpt-mini", "evil/gpt", "elsewhere/x"],
    sourceName: ["openai/gpt", "default"],
  }[name] ?? ["another", "another text altogether"];
  const others: Json[] = [
    true,
    false,
    0,
    1,
    100_000,
    null,
    [],
    ["eve@evil.example"],
    { a: 1 },
    { name: "other" },
  ];
  const all = [...named, ...beyond, ...numbers, ...texts, ...choices, ...others];
  return [...all.filter((value) => accepts(kind, field, value)), ...(optional ? [undefined] : [])];
}

/** The worst of what a step adds to the findings about all else. */
function levelOf(step: PreviewStep): number {
  const keyOf = ({ rule, urn, reason }: Finding) => JSON.stringify([rule, urn, reason]);
  const besides = new Set(review(...around).findings.map(keyOf));
  const { findings } = review(...around, step);
  return Math.max(
    0,
    ...findings.filter((found) => !besides.has(keyOf(found))).map(({ level }) => levels.indexOf(level)),
  );
}

function* cases() {
  for (const kind of kinds) {
    for (const more of objects[kind.name] ?? [{}]) {
      const it = { ...(complete[kind.name] ?? fullInputs(kind, madeUpReferences)), ...more };
      for (const field of kind.fields.values()) {
        const title = `${kind.name}.${field.name}`;
        if (!elsewhere.includes(title) && !elsewhere.includes(field.name))
          yield { title: `${title} of ${JSON.stringify(more)}`, kind, field, it };
      }
    }
  }
}

/** Inputs with another value of a field; without it, if it has none. */
function withValue(it: Values, { name }: Field, value: Json | undefined): Values {
  const { [name]: _, ...others } = it;
  return value === undefined ? others : { ...others, [name]: value };
}

const of = { outputs: { gatewayName: "it/model" } };
const steps: Readonly<
  Record<string, (kind: Kind, field: Field, it: Values, value: Json | undefined) => PreviewStep>
> = {
  "a new object": (kind, field, it, value) => created(kind.name, "it", withValue(it, field, value)),
  "an object that is taken over": (kind, field, it, value) =>
    created(kind.name, "it", { ...withValue(it, field, value), adopt: true }),
  "a change": (kind, field, it, value) => {
    const change = (isFixed(kind, field) ? replaced : updated)(
      kind.name,
      "it",
      it,
      withValue(it, field, value),
    );
    return kind.name === "Model" ? { ...change, oldState: { inputs: it, id: "it-id", ...of } } : change;
  },
};

describe.each(Object.entries(steps))("of %s", (_what, stepOf) => {
  test.each([...cases()])("an unknown $title counts as the worst that it may be", ({ kind, field, it }) => {
    const level = (value: Json | undefined) => levelOf(stepOf(kind, field, it, value));
    const open = level(unknown);
    const worse = candidates(kind, field, it[field.name]).filter((value) => level(value) > open);
    expect(worse.map((value) => [value, levels[level(value)], levels[open]])).toEqual([]);
  });
});

const inWorkspaces = kinds.filter(({ endpoints }) => endpoints.parent !== undefined);
const place = [resource("Workspace", "sandbox").created()];
const unplaced = (name: string, makes?: true) =>
  created(
    name,
    "it",
    { ...complete[name], ...objects[name]?.[0], workspaceId: unknown },
    { propertyDependencies: { workspaceId: [urn("Workspace", "sandbox")] }, ...(makes && { makes }) },
  );

test.each(inWorkspaces)(
  "a new $name whose workspace a program makes of another one's id may be anywhere",
  ({ name }) => {
    const found = (steps: PreviewStep[], makes?: true) =>
      review(...steps, unplaced(name, makes)).findings.flatMap(({ reason, level }) =>
        reason.includes("a workspace that is not known before the `up`") ? [level] : [],
      );
    expect(found([...around, ...place])).toEqual([]);
    expect(found([...around, ...place], true)).toEqual(["high"]);
    expect(found(place, true)).toEqual(["medium"]);
    expect(found([resource("Workspace", "sandbox", { adopt: unknown }).created()], true)).toEqual(["high"]);
    expect(found([], true)).toEqual(["high"]);
  },
);
