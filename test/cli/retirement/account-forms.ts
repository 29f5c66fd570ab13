import type { StackValidationArgs } from "@pulumi/policy";
import { typeToken } from "../../../provider/spec/token.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Console } from "../../e2e/support/console.ts";
import { exportOf } from "../drift/support/lab.ts";
import { previewOf, same, urn } from "../review/facts/support/preview.ts";
import { type Calendar, declaredIn, gatewayNameOf } from "./calendar.ts";

/** What a stack has of one object. */
interface Held {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The objects of a calendar, in a workspace and at a provider that have these ids. */
function heldIn(calendar: Calendar, ids: ReadonlyMap<string, string> = new Map()): Held[] {
  const idOf = (name: string) => ids.get(name) ?? `${name}-id`;
  const workspaceId = idOf("team");
  const provider = {
    workspaceId,
    name: "openai",
    baseUrl: "https://api.example",
    priority: 1,
    compatibility: "OPENAI_SDK",
  };
  const declared = [
    { kind: "Workspace", name: "team", inputs: { name: "Team" } },
    { kind: "ModelProvider", name: "openai", inputs: provider },
    ...declaredIn(calendar).map(({ kind, name, inputs }) => {
      const place = kind === "Model" ? { workspaceId, providerId: idOf("openai") } : { workspaceId };
      return { kind, name, inputs: { ...place, ...inputs } };
    }),
  ];
  return declared.map(({ kind, name, inputs }) => {
    const more: Values = kind === "Model" ? { gatewayName: gatewayNameOf(name) } : {};
    return { kind, name, id: idOf(name), inputs, outputs: { ...inputs, ...more } };
  });
}

/** As `pulumi preview --json --show-sames` prints a calendar in which nothing changes. */
export function previewIn(calendar: Calendar, ids?: ReadonlyMap<string, string>): string {
  const steps = heldIn(calendar, ids).map(({ kind, name, id, inputs, outputs }) => {
    const step = same(kind, name, inputs, outputs);
    return { ...step, oldState: { inputs, ...step.oldState, id } };
  });
  return previewOf(...steps);
}

/** As `pulumi stack export` prints it. */
export function exportIn(calendar: Calendar, ids?: ReadonlyMap<string, string>): string {
  return exportOf({ resources: new Map(heldIn(calendar, ids).map((held) => [held.name, held])) });
}

/** As the policy pack gets it. */
export function policyArgsIn(calendar: Calendar): StackValidationArgs {
  const resources = heldIn(calendar).map(({ kind, name, inputs, outputs }) => ({
    urn: urn(kind, name),
    type: typeToken(kind),
    name,
    props: { ...outputs, ...inputs },
    propertyDependencies: {},
  }));
  return { resources } as unknown as StackValidationArgs;
}

/** Makes it on a gateway, where nobody says when a model retires; returns the ids. */
export async function clickIn(
  { models, mappings }: Calendar,
  clicks: Console,
): Promise<ReadonlyMap<string, string>> {
  const team = await clicks.workspace("Team");
  const openai = await clicks.provider(team, "openai");
  const ids = new Map([
    ["team", team.id],
    ["openai", openai.id],
  ]);
  for (const { name } of models) {
    ids.set(name, (await clicks.model(team, openai, name)).id);
  }
  for (const { name, sourceName, targetModel, priority, enabled, isPattern } of mappings) {
    const more = { priority, enabled, is_pattern: isPattern };
    ids.set(name, (await clicks.mapping(team, sourceName, targetModel, more)).id);
  }
  return ids;
}
