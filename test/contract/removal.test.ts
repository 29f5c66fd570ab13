import { expect } from "vitest";
import { kinds as specs } from "../../provider/every-kind.js";
import { isFixed, type Removal, removalOf } from "../../provider/lifecycle/changes.js";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { listsOfCheck } from "./support/adapter.ts";
import { test } from "./support/world.ts";

const kinds: readonly Kind[] = specs;

/** Every input that a program can leave out again and that the gateway, or the choice of it, has to do with. */
const removable = kinds.flatMap((kind) =>
  [...kind.fields.values()]
    .filter((field) => field.optional && (!field.local || field.replace === true))
    .map((field) => ({ kind, field, title: `${kind.name}.${field.name}` })),
);

const sayings: Record<Removal, RegExp> = {
  cleared: /null is sent to clear it/,
  reset: /asked to reset it to its default/,
  left: /left unchanged.*unmanaged/,
  replaces: /replaced/,
};

/** Other connections are another gateway: the settings' business. */
const told = removable.filter(({ field }) => field.name !== "connection");

test.for(told)(
  "$title: the effect of its removal is reported once in the preview and once in the update",
  async ({ kind, field }, { at }) => {
    const { [field.name]: value = true, ...rest } = at.full(kind);
    await at.up(kind, { ...rest, [field.name]: value });
    const removal = removalOf(kind, field, at.full(kind)) ?? expect.unreachable("every such field has one");
    at.gateway.log.clear();
    for (const run of ["preview", "up"] as const) {
      at.stack.warnings.length = 0;
      at.stack.operation();
      await at.stack[run]("it", kind.name, rest);
      await at.stack.preview("it", kind.name, rest); // the engine may ask for a diff twice
      const lines = linesOf(at.stack.warnings, field);
      expect(lines).toEqual([expect.stringMatching(sayings[removal])]);
      expect(lines[0]).toMatch(new RegExp(`^${kind.name}\\b`));
    }
  },
);

test.for(told)("$title: a preview of its removal reads at most one list", async ({ kind, field }, { at }) => {
  const { [field.name]: _value, ...rest } = at.full(kind);
  await at.made(kind);
  await at.preview(kind, rest);
  // What is replaced gets other outputs, so nothing has to be known of it.
  expect(at.requests()).toEqual(isFixed(kind, field) ? [] : listsOfCheck(`GET ${kind.endpoints.list}`));
});

test("a value that cannot be reset because a write-only value is unknown is left unchanged", async ({
  at,
}) => {
  const kind = kinds.find(({ name }) => name === "ModelProvider") ?? expect.unreachable("it is gone");
  const { apiKey: _key, ...inputs } = at.full(kind);
  const { modelOptions: _options, ...rest } = inputs;
  await at.up(kind, inputs);
  const before = at.row(kind, "it").model_options;
  expect(await at.up(kind, rest)).toBe("update");
  expect(at.row(kind, "it").model_options).toEqual(before);
  expect(at.stack.warnings).toEqual([expect.stringMatching(/modelOptions.*left unchanged/)]);
});

function linesOf(warnings: readonly string[], field: Field): string[] {
  return warnings.filter((line) => line.includes(`: ${field.name} is no longer declared`));
}
