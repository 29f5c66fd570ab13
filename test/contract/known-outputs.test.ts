import { describe, expect, vi } from "vitest";
import { fillPath } from "../../provider/client/exchange.js";
import { kinds as specs } from "../../provider/every-kind.js";
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
import { test, type World, world } from "./support/world.ts";

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
  const requests = at.gateway.log.entries().filter(({ path }) => path !== "/user");
  return requests.map(({ method, path }) => `${method} ${path}`);
}

describe.each(retained)("if $title changes", (each) => {
  const { kind, outputs } = each;

  test("a preview knows what does not depend on it, by one list; later previews ask for nothing", async () => {
    await using at = await world();
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

  test("no answer leaves it unknown, after one try and without a word", async ({ at }) => {
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

  test("a list is read for outputs that the program reads, or that objects of other kinds name, and for no others", async () => {
    await using at = await world();
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

describe.skipIf(isNative)("models of several workspaces that change for the first time", () => {
  const places = ["a", "b", "c", "d", "e", "f"];
  const nameOf = (kind: string, place: string) => `${kind} ${place}`;

  /** A workspace for each place, with a provider and a model. */
  async function declared(at: World): Promise<(kind: string, place: string) => Values> {
    const [provider, model] = ["ModelProvider", "Model"].map((name) =>
      at.full(kinds.find((kind) => kind.name === name) ?? expect.unreachable(`no ${name}`)),
    );
    const idOf = (kind: string, place: string) => at.stack.resource(nameOf(kind, place)).id;
    const inputs = (kind: string, place: string): Values => {
      if (kind === "Workspace") return { name: `Workspace ${place}` };
      const workspaceId = idOf("Workspace", place);
      if (kind === "ModelProvider") return { ...provider, workspaceId };
      return { ...model, workspaceId, providerId: idOf("ModelProvider", place) };
    };
    for (const place of places)
      for (const kind of ["Workspace", "ModelProvider", "Model"])
        await at.stack.up(nameOf(kind, place), kind, inputs(kind, place));
    return inputs;
  }

  /** The places whose list was asked for so far. */
  function listed(at: World): (string | undefined)[] {
    const asked = at.gateway.log.entries().filter(({ path }) => path.startsWith("/models"));
    const ids = new Map(places.map((place) => [at.stack.resource(nameOf("Workspace", place)).id, place]));
    return asked.map(({ query }) => ids.get(String(query.workspace_id))).toSorted();
  }

  test.for([200, 503])(
    "have their lists read ahead, no more than were needed so far, and each once: %i",
    async (status, { at }) => {
      const inputs = await declared(at);
      if (status !== 200) at.gateway.faults.add({ kind: "status", status, method: "GET", path: "/models" });
      const run = at.stack.operation();
      for (const place of places) {
        const name = nameOf("Workspace", place);
        expect(await run.preview(name, "Workspace", inputs("Workspace", place))).toBe("same");
      }
      at.gateway.log.clear();
      for (const [place, sofar] of Object.entries({
        a: "ab",
        b: "abcd",
        c: "abcdef",
        d: "abcdef",
        e: "abcdef",
        f: "abcdef",
      })) {
        const changed = { ...inputs("Model", place), displayName: "Another" };
        expect(await run.preview(nameOf("Model", place), "Model", changed)).toBe("update");
        await vi.waitFor(() => expect(listed(at)).toEqual([...sofar]));
      }
    },
  );
});

const references = kinds.flatMap((kind) =>
  [...kind.fields.values()]
    .filter(({ name }) => referenceOf(kind, name) !== undefined)
    .map((field) => ({ kind, field, title: `${kind.name}.${field.name}` })),
);

test.for(references)(
  "a check marks $title if it is a reference that is not known yet",
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
