import { expect } from "vitest";
import { type NeededScope, scopesOfStep } from "../../cli/review/facts/notes.js";
import { resourcesOf } from "../../cli/review/facts/resources.js";
import { kinds } from "../../provider/every-kind.js";
import { removalOf } from "../../provider/lifecycle/changes.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import {
  created,
  deleted,
  type PreviewStep,
  planOf,
  replaced,
  updated,
} from "../cli/review/facts/support/preview.ts";
import type { References } from "../kinds/kind-data.ts";
import { allKinds, secondValue, sentFields } from "./support/samples.ts";
import type { Stack } from "./support/stack.ts";
import { test, type World } from "./support/world.ts";

/** The scopes without which a step must fail. */
function sureOf(step: PreviewStep): string[] {
  const plan = planOf(step);
  const needed = plan.steps.flatMap((each) => {
    const kind = kinds.find(({ name }) => name === each.kind);
    return kind === undefined ? [] : scopesOfStep(each, kind, resourcesOf(plan, kinds));
  });
  return namesOf(needed.filter(({ sure }) => sure));
}

function namesOf(needed: readonly NeededScope[]): string[] {
  return [...new Set(needed.map(({ scope }) => scope))];
}

/** Does something as a token with exactly these scopes, after each token that lacks one of them was refused. */
async function needing(at: World, scopes: string[], work: (stack: Stack) => Promise<unknown>) {
  for (const missing of scopes) {
    const less = at.as({ scopes: scopes.filter((scope) => scope !== missing) });
    await expect(work(less), `${missing} is not needed`).rejects.toThrow("403");
  }
  const stack = at.as({ scopes });
  await work(stack);
  at.stack.resources.clear();
  for (const [name, resource] of stack.resources) at.stack.resources.set(name, resource);
}

/** A change of one property: in place if the kind has an update. */
function changed(kind: Kind, inputs: Values, refs: References): Values {
  const fields = sentFields(kind).filter(
    ({ name, selects }) => name !== "workspaceId" && selects === undefined,
  );
  const field = fields.find(({ replace }) => !replace) ?? fields[0];
  return field === undefined
    ? { ...inputs, triggers: { release: 3 } }
    : { ...inputs, [field.name]: secondValue(kind, refs, field) };
}

/** Without the first property that is then reset; undefined if nothing can be. */
function reset(kind: Kind, inputs: Values): Values | undefined {
  const field = sentFields(kind).find((each) => each.optional && removalOf(kind, each, inputs) === "reset");
  if (field === undefined) return undefined;
  const { [field.name]: _, ...rest } = inputs;
  return rest;
}

test.for(allKinds)(
  "$name: each operation needs exactly the scopes that the review lists",
  async ({ kind, name }, { at }) => {
    const full = at.full(kind);
    const next = changed(kind, full, at.refs);
    const less = reset(kind, next);
    const up = (inputs: Values) => (stack: Stack) => stack.up("it", name, inputs);
    const step = kind.endpoints.patch === undefined ? replaced : updated;
    await needing(at, sureOf(created(name, "it", full)), up(full));
    await needing(at, sureOf(step(name, "it", full, next)), up(next));
    if (less !== undefined) await needing(at, sureOf(updated(name, "it", next, less)), up(less));
    await needing(at, sureOf(deleted(name, "it", less ?? next)), (stack) => stack.destroy("it"));
  },
);
