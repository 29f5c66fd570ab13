import { describe, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import { isUnknown, unknownValue, type Values } from "../../provider/spec/values.js";
import { secretsOpened } from "../contract/support/engine/state.ts";
import { allKinds, eachField, secondValue } from "../contract/support/samples.ts";
import { variants } from "../contract/support/variants.ts";
import { test, world } from "../contract/support/world.ts";
import { asked, type Service, service } from "./support/service.ts";

/** What a preview says that it does not know is left out; null is what the state lacks. */
function known(planned: Values): Values {
  return Object.fromEntries(Object.entries(planned).filter(([, value]) => !isUnknown(value)));
}

function lacksNothing(actual: Values, planned: Values): Values {
  return Object.fromEntries(Object.keys(known(planned)).map((name) => [name, actual[name] ?? null]));
}

async function made(of: Service, kind: Kind, inputs: Values) {
  const checked = await of.check(kind, {}, inputs);
  const { id, outputs } = await of.create(kind, checked);
  return { id, inputs: checked, outputs: secretsOpened(outputs) };
}

/** What has to be there already is looked for in the account's list. */
function soughtBy({ source, endpoints: { list, parent } }: Kind): string[] {
  return source.how === "adopted" && parent === undefined ? [`GET ${list}`] : [];
}

test.for(allKinds)("$name: a previewed create knows only its inputs", async ({ kind }, { at }) => {
  await using of = await service(at.env);
  const inputs = at.full(kind);
  at.gateway.log.clear();
  const planned = secretsOpened((await of.create(kind, await of.check(kind, {}, inputs), true)).outputs);
  expect(asked(at)).toEqual(soughtBy(kind));
  expect(known(planned)).toEqual(inputs);
  const unknown = Object.keys(planned).filter((name) => !(name in inputs));
  expect(unknown.toSorted()).toEqual(
    [...kind.outputFields.keys()].filter((name) => !(name in inputs)).toSorted(),
  );
});

const changed = eachField((field, kind) => kind.endpoints.patch !== undefined && field.replace !== true);

describe.each(["as documented", "answers without null and timestamps"])("on a gateway: %s", (variant) => {
  test.each(changed)("$title: an update returns what its preview planned", async ({ kind, field }) => {
    await using at = await world(variants[variant]);
    await using of = await service(at.env);
    const before = await made(of, kind, at.full(kind));
    const edit = { [field.name]: secondValue(kind, at.refs, field) };
    const news = await of.check(kind, before.inputs, { ...before.inputs, ...edit });
    at.gateway.log.clear();
    const planned = secretsOpened(await of.update(kind, before, news, true));
    expect(at.gateway.log.entries()).toEqual([]);
    const after = secretsOpened(await of.update(kind, before, news));
    expect(Object.keys(planned)).toEqual(expect.arrayContaining([...kind.outputFields.keys()]));
    expect(lacksNothing(after, planned)).toEqual(known(planned));
    const retained = [...kind.outputFields.values()].filter(
      ({ createOnly, madeOf }) => createOnly === true || madeOf?.includes(field.name) === false,
    );
    for (const { name } of retained) {
      expect(planned[name], name).toEqual(before.outputs[name] ?? null);
    }
  });
});

test.for(allKinds)("$name: outputs that an unfinished state lacks are unknown", async ({ kind }, { at }) => {
  await using of = await service(at.env);
  const inputs = await of.check(kind, {}, at.full(kind));
  const before = { id: "x", inputs, outputs: { ...inputs, __unfinished: true } };
  const planned = secretsOpened(await of.update(kind, before, inputs, true));
  const outputs = [...kind.outputFields.keys()].filter((name) => !(name in inputs));
  expect(outputs.map((name) => planned[name])).toEqual(outputs.map(() => unknownValue));
  expect(asked(at)).toEqual(soughtBy(kind));
});

const secret = allKinds.flatMap(({ kind, name }) =>
  [...kind.fields.values(), ...kind.outputFields.values()]
    .filter((field) => field.secret)
    .map((field) => ({ kind, field, title: `${name}.${field.name}` })),
);

test.for(secret)("$title is a secret in every response", async ({ kind, field }, { at }) => {
  await using of = await service(at.env);
  const isInput = kind.fields.has(field.name);
  const literals = at.full(kind);
  const checked = await of.sealedCheck(kind, {}, literals);
  const inputs = secretsOpened(checked);
  const planned = (await of.create(kind, inputs, true)).outputs;
  const { id, outputs } = await of.create(kind, inputs);
  const before = { id, inputs, outputs: secretsOpened(outputs) };
  const updated = await of.update(kind, before, { ...inputs, connection: "eu" });
  const read = await of.read(kind, id, before.inputs, before.outputs);
  const answers = { checked, planned, outputs, updated, readOutputs: read.outputs, readInputs: read.inputs };
  const having = Object.entries(answers).filter(([, values]) => values[field.name] !== undefined);
  const inputsAnswers = isInput ? ["checked", "readInputs"] : [];
  expect(having.map(([name]) => name).toSorted()).toEqual(
    ["outputs", "planned", "readOutputs", "updated", ...inputsAnswers].toSorted(),
  );
  for (const [, values] of having) {
    expect(values[field.name]).toMatchObject({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    });
  }
});
