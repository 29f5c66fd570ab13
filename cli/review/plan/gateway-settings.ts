import {
  connectionOf,
  credentialKeys,
  declaredProviderAt,
  isUnknown,
  pluginName,
  settingNames,
  shortHash,
  type Values,
  withoutEndSlashes,
} from "pulumi-workspace-gateway/tools";
import { covered } from "../../account/account-object.js";
import { partsOf, urnOfProvider } from "../../stack/stack-state.js";
import type { Snapshot, Step } from "./plan.js";
import type { Preview, PreviewStep } from "./preview-format.js";

const settingsType = `pulumi:providers:${pluginName}`;

/**
 * Whether a step of the preview changes gateway settings. The engine creates one provider for the stack's
 * config, and another for each version of the package. Both may appear or disappear without a change in
 * settings.
 */
export function changesSettings({ op, urn }: PreviewStep): boolean {
  const isDeclared = declaredProviderAt(urn) !== undefined;
  return partsOf(urn).type === settingsType && (isDeclared ? op !== "same" : op === "update");
}

export function isOfSettings({ type }: Pick<Step, "type">): boolean {
  return type === settingsType;
}

/** Drops the engine's additions, and the source line, because it points into this package. */
export function settingsIn({ line: _line, ...snapshot }: Snapshot): Snapshot {
  const { __internal: _internal, version: _version, ...settings } = snapshot.inputs;
  const secrets = credentialKeys.filter((key) => settings[key] !== undefined && !isUnknown(settings[key]));
  return { ...snapshot, inputs: { ...settings, ...coveredAt(secrets) }, outputs: {} };
}

function coveredAt(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, covered]));
}

/** Which existing objects a step may take over, as far as the preview shows its gateway settings. */
export function adoptionIn({
  config,
  steps,
}: Preview): (step: PreviewStep, after: Snapshot | undefined) => Step["adopts"] {
  const declared = new Map(
    (steps ?? []).flatMap(({ urn, newState }) =>
      partsOf(urn).type === settingsType ? [[urn, newState?.inputs.adopt] as const] : [],
    ),
  );
  return ({ provider }, after) => {
    const urn = urnOfProvider(provider ?? undefined) ?? "";
    const key = settingNames("adopt", connectionOf(after?.inputs ?? {})).config;
    const adopt = declaredProviderAt(urn) === undefined ? config?.[key] : declared.get(urn);
    const isOff = adopt === undefined || adopt === null || adopt === "never";
    return isOff ? undefined : adopt === "identical" ? "identical" : "always";
  };
}

export function formerGateways({ config }: Preview): string[] {
  const isFormer = (key: string) => /^workspace-gateway:(?:.+\.)?movedFrom$/.test(key);
  return Object.entries(config ?? {}).flatMap(([key, value]) =>
    isFormer(key) && typeof value === "string" ? [shortHash(withoutEndSlashes(value))] : [],
  );
}
