import { type Declared, ref, withArgs, without } from "../e2e/support/declaration.ts";
import { everything, member } from "../e2e/support/everything.ts";

/** Values that must show nowhere. Their signs look different in each spelling that a secret may be printed in. */
export const canaries = { old: 'sk-canary-old+/%"ü', new: 'sk-canary-new+/%"ü' };

const retired: Declared = {
  kind: "Mapping",
  name: "retired",
  args: { workspaceId: ref("team"), sourceName: "retired", targetModel: "openai/gpt" },
};

/** One of every kind: what all scenarios want to have in the end. */
export const after: readonly Declared[] = [
  ...withArgs(everything, { openai: { apiKey: canaries.new } }),
  member,
];

/** What is there at first. To come from here to `after` takes creates, an update, a replacement and a delete. */
export const before: readonly Declared[] = [
  ...withArgs(without(everything, ...laterOnes()), {
    openai: { apiKey: canaries.old, priority: 2, modelOptions: ["alpha"] },
    standard: { description: "Before" },
  }),
  retired,
];

function laterOnes(): string[] {
  const early = ["team", "openai", "standard"];
  return everything.map(({ name }) => name).filter((name) => !early.includes(name));
}
