import type { ChangedObject, Drift, StackObject, UndeclaredObject } from "../../../../cli/drift/drift.js";

const anyObject: StackObject = {
  stack: "shop/prod",
  urn: "urn:pulumi:prod::shop::x::tone",
  kind: "Prompt",
  name: "tone",
  id: "p-1",
  workspace: "Team",
};

export const missingObject = (more: Partial<StackObject> = {}): StackObject => ({ ...anyObject, ...more });

export const changedObject = (more: Partial<ChangedObject> = {}): ChangedObject => ({
  ...anyObject,
  fields: [{ is: "value", name: "enabled", before: true, after: false }],
  ...more,
});

export const undeclaredObject = (more: Partial<UndeclaredObject> = {}): UndeclaredObject => ({
  kind: "Prompt",
  name: "draft",
  id: "p-2",
  workspace: "Team",
  ...more,
});

export const someDrift = (more: Partial<Drift> = {}): Drift => ({
  version: 1,
  stacks: [{ name: "shop/prod" }],
  compared: 3,
  changed: [],
  missing: [],
  undeclared: [],
  ignored: [],
  retirements: [],
  notes: [],
  ...more,
});
