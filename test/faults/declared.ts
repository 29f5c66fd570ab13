import { type Declared, ref, withArgs, without } from "../e2e/support/declaration.ts";
import { everything, members } from "../e2e/support/everything.ts";
import { mapping, provider } from "../e2e/support/objects.ts";

/** Values that must show nowhere. Their signs look different in each spelling that a secret may be printed in. */
export const canaries = {
  old: 'sk-canary-old+/%"ü',
  new: 'sk-canary-new+/%"ü',
  second: 'sk-canary-second+/%"ü',
};

/** A workspace and a provider in it that are made in the middle of the run that meets the fault. */
const annex: readonly Declared[] = [
  { kind: "Workspace", name: "annex", args: { name: "Annex" }, opts: { dependsOn: ["openai"] } },
  provider("mistral", { workspaceId: ref("annex"), apiKey: canaries.second }),
];

/** At least one of every kind: what all scenarios want to have in the end. */
export const after: readonly Declared[] = [
  ...withArgs(everything, { openai: { apiKey: canaries.new } }),
  ...members,
  ...annex,
];

const early = ["team", "openai", "standard"];
const laterOnes = everything.map(({ name }) => name).filter((name) => !early.includes(name));

/**
 * What is there at first. To come from here to `after` takes creates of every kind, updates, a
 * replacement and a delete.
 */
export const before: readonly Declared[] = [
  ...withArgs(without(everything, ...laterOnes), {
    openai: { apiKey: canaries.old, priority: 2, modelOptions: ["alpha"] },
    standard: { description: "Before" },
  }),
  mapping("retired"),
];
