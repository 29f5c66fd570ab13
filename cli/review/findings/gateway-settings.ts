import { connectionOf, howMany, isUnknown, priorGateway } from "pulumi-workspace-gateway/tools";
import { covered } from "../../account/account-object.js";
import { changedFields, type FieldDifference, maskedDifference } from "../facts/differences.js";
import { changeWords } from "../facts/field-words.js";
import { isNewStack, presentAt, type Resources } from "../facts/resources.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import type { Snapshot, Step } from "../plan/plan.js";
import type { ChangeContext, RuleFinding } from "./context.js";

/** Request limits. They affect neither which gateway is used nor which objects are managed. */
const harmless: ReadonlySet<string> = new Set(["maxConcurrency", "maxWait", "requestTimeout", "retryBudget"]);

/** Changes to the gateway, the account, or the provider or connection that manages resources. */
export function gatewaySettings({ resources }: ChangeContext): RuleFinding[] {
  const { steps, movedFrom = [] } = resources.plan;
  const moved = steps.filter(({ provider, before }) => {
    const gateway = priorGateway(before?.outputs ?? {});
    return provider === undefined && gateway !== undefined && movedFrom.includes(gateway);
  });
  const reason = `The gateway of ${howMany(moved.length, "resource")} has a new address (\`movedFrom\`).`;
  return [
    ...steps.flatMap((step) => (isOfSettings(step) ? providerChange(step, resources) : switched(step))),
    ...(moved.length === 0 ? [] : [{ urn: "", name: "gateway", reason }]),
  ];
}

function providerChange(step: Step, resources: Resources): RuleFinding | [] {
  const { operation, urn, name } = step;
  if (operation === "create") {
    const reason = `\`${name}\` is a new \`Provider\`. This stack now manages the gateway that the provider specifies.`;
    return { level: isNewStack(resources.plan) ? "medium" : "high", urn, name, reason };
  }
  const words = changedFields(undefined, step)
    .filter(({ field }) => !harmless.has(field.name))
    .map((difference) => settingWords(difference, resources));
  return words.length === 0
    ? []
    : { urn, name, reason: `The settings of \`${name}\` change: ${words.join(", ")}.` };
}

function settingWords(difference: FieldDifference, { mask }: Resources): string {
  const { field, before, after, covered: mark } = maskedDifference(difference, mask);
  if (before === covered && after === covered) {
    return `\`${field.name}\`${mark === "differs" ? "" : " may change (masked in the preview)"}`;
  }
  if (before === covered || after === covered) {
    return `\`${field.name}\` ${after === undefined ? "is no longer set" : "is set"}`;
  }
  return isUnknown(after)
    ? `${field.name} is known only during the \`up\``
    : `${field.name} ${changeWords({ place: `Provider.${field.name}`, nameOf: () => undefined }, before, after)}`;
}

function switched({
  urn,
  name,
  provider,
  formerProvider,
  before,
  after,
  takesOver,
  heirOf,
}: Step): RuleFinding[] {
  const [was, is] = [before, after].map((snapshot) => connectionOf(snapshot?.inputs ?? {}));
  const isKept = before !== undefined && after !== undefined && !takesOver && heirOf === undefined;
  const named = (way: string | undefined) =>
    isUnknown(way)
      ? "a connection that is known only during the `up`"
      : way
        ? `\`${way}\``
        : "the default one";
  const switches = [
    ...(formerProvider === undefined ? [] : [["provider", formerProvider, provider] as const]),
    ...(isKept && was !== is ? [["connection", was, is] as const] : []),
  ];
  return switches.map(([what, from, to]) => ({
    ...{ urn, name },
    reason: `\`${name}\` is managed by a different ${what}: ${named(to)} instead of ${named(from)}.`,
  }));
}

/** Applications and people that look up a workspace by name may then find a different one. */
export function workspaceNameMoved({ resources }: ChangeContext): RuleFinding[] {
  const [before = [], after = []] = (["before", "after"] as const).map((moment) =>
    presentAt(moment, resources).filter(({ step }) => resources.kindOf(step)?.guard !== undefined),
  );
  const namesAfter = new Map(after.map(({ step, snapshot }) => [step.urn, nameOf(snapshot)] as const));
  const givenUp = new Map(
    before.flatMap(({ step, snapshot }) => {
      const name = nameOf(snapshot);
      return name === undefined || namesAfter.get(step.urn) === name ? [] : [[name, step] as const];
    }),
  );
  return after.flatMap(({ step, snapshot }): RuleFinding[] => {
    const { urn, before: old } = step;
    const name = nameOf(snapshot);
    const isOpen = name === undefined || isUnknown(name);
    const isKept = name !== undefined && old !== undefined && nameOf(old) === name;
    const [taken] = [...givenUp].filter(
      ([each, { urn: owner, heirOf }]) => owner !== urn && heirOf !== urn && (isOpen || each === name),
    );
    if (isKept || taken === undefined || step.isUndeclared) {
      return [];
    }
    const [formerly, owner] = taken;
    const reason = isOpen
      ? `The name of \`${step.name}\` is known only during the \`up\`. It may be \`${formerly}\`, the name that \`${owner.name}\` gives up.`
      : `\`${step.name}\` takes the name \`${name}\` of the workspace \`${owner.name}\`. Callers that use this name now reach a different workspace.`;
    return [{ urn, name: step.name, reason }];
  });
}

function nameOf({ inputs, outputs }: Snapshot): string | undefined {
  const name = inputs.name ?? outputs.name;
  return typeof name === "string" ? name : undefined;
}
