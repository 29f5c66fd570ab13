import { describe, expect, vi } from "vitest";
import { fillPath } from "../../provider/client/exchange.js";
import { kinds as specs } from "../../provider/every-kind.js";
import { model as modelKind } from "../../provider/kinds/model.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { isFixed } from "../../provider/lifecycle/changes.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Field } from "../../provider/spec/field.js";
import { type Kind, referenceOf } from "../../provider/spec/kind.js";
import { hidden, referenceMark, unknownValue, type Values } from "../../provider/spec/values.js";
import type { Json } from "../../provider/text/json.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { isNative, listsOfCheck, providerOf } from "./support/adapter.ts";
import { calling } from "./support/calling.ts";
import { secondValue } from "./support/samples.ts";
import { test, type World } from "./support/world.ts";

const kinds: readonly Kind[] = specs;

/** Every field of every kind, with the outputs that are not made of it. */
const retained = kinds.flatMap((kind) =>
  [...kind.fields.values()].flatMap((field) => {
    const outputs = [...kind.outputFields.values()].filter(
      ({ madeOf }) => madeOf !== undefined && !madeOf.includes(field.name),
    );
    const isChange = field.selects === undefined && !isFixed(kind, field);
    return outputs.length === 0 || !isChange
      ? []
      : [{ kind, field, outputs, title: `${kind.name}.${field.name}` }];
  }),
);

/** Values of inputs that no gateway gets, other than those that hold without them. */
const local: Values = {
  adopt: true,
  connection: "eu",
  forceDestroy: true,
  onDestroy: "keep",
  replaceOrder: "createFirst",
  retiresOn: "2029-01-31",
  replacedBy: "openai/other",
  waitForIndexed: false,
  indexingTimeout: 60,
};

function changed(at: World, { kind, field }: (typeof retained)[number]): Values {
  const value = field.local === true ? local[field.name] : secondValue(kind, at.refs, field);
  return { ...at.full(kind), [field.name]: value ?? expect.unreachable(`add a value of ${field.name} here`) };
}

function ofStack(at: World, outputs: readonly Field[]): Values {
  const known = at.it.outputs;
  return Object.fromEntries(
    outputs.map(({ name }) => [name, known[name] ?? expect.unreachable(`no ${name}`)]),
  );
}

/** The outputs of a kind that a field of another kind is meant to have. */
function named({ endpoints }: Kind): string[] {
  const refers = kinds.flatMap(({ fields }) => [...fields.values()].map((field) => field.refers));
  return refers.flatMap((each) => (each !== undefined && each.list === endpoints.list ? [each.to] : []));
}

function listOf({ endpoints }: Kind, at: World): string {
  return fillPath(endpoints.list ?? "", { workspaceId: at.refs.workspaceId });
}

/** What a gateway was asked for, but for the account: whether a connection leads elsewhere depends on it. */
function asked(at: World): string[] {
  return at.requests().filter((request) => request !== "GET /user");
}

describe.each(retained)("when $title changes", (each) => {
  const { kind, outputs } = each;

  test("a preview resolves the outputs that do not depend on it with one list, and later previews with none", async ({
    at,
  }) => {
    const inputs = changed(at, each);
    await at.made(kind);
    const known = await at.stack.operation().knownOutputs("it", kind.name, inputs);
    expect(known).toMatchObject(ofStack(at, outputs));
    expect(asked(at)).toEqual(listsOfCheck(`GET ${listOf(kind, at)}`));

    expect(await at.up(kind, inputs)).toBe("update");
    at.gateway.log.clear();
    expect(await at.preview(kind, inputs)).toBe("same");
    expect(asked(at)).toEqual([]);
    expect(await at.refresh()).toEqual([]);
  });

  test("outputs stay unknown if the list fails, after one attempt and without a warning", async ({ at }) => {
    const inputs = changed(at, each);
    const preview = async () => {
      at.stack.warnings.length = 0;
      at.gateway.log.clear();
      expect(await at.preview(kind, inputs)).toBe("update");
      return { warnings: [...at.stack.warnings], asked: asked(at) };
    };
    await at.up(kind, at.full(kind));
    const answered = await preview();
    at.gateway.faults.add({ kind: "status", status: 503, method: "GET", path: listOf(kind, at) });
    expect(await preview()).toEqual(answered);
    expect(answered.asked).toEqual(listsOfCheck(`GET ${listOf(kind, at)}`));
    at.gateway.faults.clear();
  });

  test("a list is read only for outputs that the program or other kinds use", async ({ at }) => {
    const inputs = changed(at, each);
    await at.made(kind);
    const isNamed = outputs.some(({ name }) => named(kind).includes(name));
    const program = { ...inputs, ...calling("it") };
    await at.preview(kind, program);
    expect(asked(at)).toEqual(isNamed ? listsOfCheck(`GET ${listOf(kind, at)}`) : []);

    at.gateway.log.clear();
    const used = calling("it", { used: outputs.map(({ name }) => name) });
    const known = await at.stack.operation().knownOutputs("it", kind.name, { ...program, ...used });
    expect(known).toMatchObject(ofStack(at, outputs));
    expect(known[hidden.retained]).not.toEqual(expect.any(String));
    expect(asked(at)).toEqual(listsOfCheck(`GET ${listOf(kind, at)}`));
  });
});

test.skipIf(isNative)(
  "the first changed model prefetches the lists of later workspaces, each once",
  async ({ at }) => {
    const { stack } = at;
    const places = ["a", "b", "c"];
    const idOf = (name: string) => stack.resource(name).id;
    const modelIn = (place: string) => {
      const ids = { workspaceId: idOf(place), providerId: idOf(`provider ${place}`) };
      return { ...at.full(modelKind), ...ids };
    };
    for (const place of places) {
      await stack.up(place, "Workspace", { name: place });
      await stack.up(`provider ${place}`, "ModelProvider", {
        ...at.full(modelProvider),
        workspaceId: idOf(place),
      });
      await stack.up(`model ${place}`, "Model", modelIn(place));
    }
    const run = stack.operation();
    for (const place of places) await run.preview(place, "Workspace", { name: place });
    at.gateway.log.clear();
    const listed = () => at.gateway.log.entries({ path: "/models" }).map(({ query }) => query.workspace_id);
    for (const [place, count] of Object.entries({ a: 2, b: 3, c: 3 })) {
      await run.preview(`model ${place}`, "Model", { ...modelIn(place), displayName: "Another" });
      await vi.waitFor(() =>
        expect(listed().toSorted()).toEqual(places.slice(0, count).map(idOf).toSorted()),
      );
    }
  },
);

const references = kinds.flatMap((kind) =>
  [...kind.fields.values()]
    .filter(({ name }) => referenceOf(kind, name) !== undefined)
    .map((field) => ({ kind, field, title: `${kind.name}.${field.name}` })),
);

test.for(references)(
  "check marks $title while it is an unknown reference",
  async ({ kind, field }, { at }) => {
    const provider = providerOf(kind, new Session(kinds, at.env), "it", chosenAdapter());
    const mark = referenceMark(field.name);
    const check = async (value: Json, names: readonly string[]) => {
      const news = { ...at.full(kind), [field.name]: value, ...calling("it", { references: names }) };
      const { inputs = {} } = await provider.check({}, news);
      return inputs[mark];
    };
    expect(await check(unknownValue, [field.name])).toBe(unknownValue);
    expect(await check(unknownValue, [])).toBeUndefined();
    expect(await check(at.full(kind)[field.name] ?? null, [field.name])).toBeUndefined();
  },
);
