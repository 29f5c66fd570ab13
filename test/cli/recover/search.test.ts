import { describe, expect } from "vitest";
import type { LostCreate } from "../../../cli/recover/begun-creates.js";
import {
  type DoubtedObject,
  lookAtObject,
  type ObjectFinding,
  type RecordedResource,
} from "../../../cli/recover/search.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { calling } from "../../contract/support/calling.ts";
import {
  allKinds,
  createdKinds,
  requiredInputs,
  secondValue,
  sentFields,
} from "../../contract/support/samples.ts";
import type { Variants } from "../../contract/support/variants.ts";
import { test, type World, world } from "../../contract/support/world.ts";
import { contextsAt, find, lostCreate } from "./support.ts";

const apart = createdKinds.flatMap(({ kind, name }) =>
  (kind.distinguishedBy ?? []).map((field) => ({ kind, field, title: `${name} by ${field}` })),
);

/**
 * Objects and lost creates. A word is a value of the field that tells objects of one name apart: `none`, `one`, `two`, `three`. The killed
 * run has `made` objects with these. Of the `lost` creates, `1=two` is that of the object at place 1, which declares `two`; `expected` has
 * the place of its object, or what else is found. `recorded` are places of objects that the state has; `stale` reads show an older list.
 */
interface Case extends Readonly<Partial<Record<"recorded" | "deleted", string>>> {
  readonly of: string;
  readonly made: string;
  readonly lost: string;
  readonly expected: string;
  readonly stale?: number;
  readonly variants?: Variants;
}

const words = (text = "") => text.split(" ").filter((word) => word !== "");

async function findIn(at: World, kind: Kind, declaring: Record<string, Values>, given: Case) {
  const declared = (word = "") => declaring[word] ?? expect.unreachable(`nothing is declared as ${word}`);
  const since = Date.now();
  at.stack.operation();
  const made: (RecordedResource & { lost: LostCreate })[] = [];
  for (const [index, word] of words(given.made).entries()) {
    const name = `r${index}`;
    await at.stack.up(name, kind.name, { ...declared(word), ...calling(name) });
    made.push({ ...at.stack.resource(name), kind, lost: lostCreate(kind, declared(word), since, name) });
    at.stack.resources.delete(name);
  }
  const the = (place = "") => made[Number(place)] ?? expect.unreachable("it was not made");
  for (const place of words(given.deleted)) await at.asConsole("DELETE", kind, the(place).id, {});
  const path = kind.endpoints.list ?? "";
  if (given.stale) at.gateway.faults.add({ kind: "stale", method: "GET", path, count: given.stale });
  const lost = words(given.lost).map((each) => {
    const [place, word] = each.split("=");
    return { ...the(place).lost, inputs: declared(word) };
  });
  const findings = await find(at, lost, words(given.recorded).map(the));
  const found = findings.map((each) =>
    each.is === "found" ? made.findIndex(({ id }) => id === each.id) : each.is,
  );
  expect(found.join(" ")).toBe(given.expected);
  return { made, findings };
}

const two = { made: "one two", lost: "0=one 1=two", expected: "0 1" };

const cases: readonly Case[] = [
  { of: "two", ...two },
  { of: "two, tidied", ...two, variants: { canonical: true } },
  { of: "two, with numbers as strings", ...two, variants: { numbers: "string" } },
  { of: "two, in another case", ...two, variants: { words: "other-case" } },
  { of: "two in another order", made: "one two", lost: "1=two 0=one", expected: "1 0" },
  { of: "one without a value", made: "none one", lost: "0=none 1=one", expected: "0 1" },
  { of: "one whose twin is recorded", made: "one two", recorded: "0", lost: "1=two", expected: "1" },
  { of: "one like none, after an edit", made: "none one", recorded: "0", lost: "1=two", expected: "1" },
  {
    ...{ of: "no object", made: "one two none", recorded: "0", deleted: "1 2", lost: "1=two 2=none" },
    expected: "absent absent",
  },
  { of: "one object", made: "one two", deleted: "1", lost: "0=one 1=two", expected: "0 absent" },
  { of: "two tries, the first made", made: "one", lost: "0=one 0=two", expected: "0 absent" },
  { of: "two tries, the last made", made: "one", lost: "0=two 0=one", expected: "absent 0" },
  { of: "one that a list shows late", made: "two one", lost: "1=one", stale: 3, expected: "1" },
  { of: "nothing to tell them by", made: "one two", lost: "0=none", expected: "doubtful" },
];

describe.each(apart)("$title", ({ kind, field }) => {
  test.each(cases)("$of: $expected", async (given) => {
    await using at = await world({ twins: true, ...given.variants });
    const none = requiredInputs(kind, at.refs);
    const flag = kind.fields.get(field) ?? expect.unreachable(`${kind.name} has no ${field}`);
    const one = { ...none, [field]: at.full(kind)[field] ?? null };
    const declaring = { none, one, two: { ...none, [field]: secondValue(kind, at.refs, flag) } };
    const { made, findings } = await findIn(at, kind, declaring, given);
    for (const each of findings.filter(({ is }) => is === "doubtful"))
      for (const { id } of made)
        expect(each).toMatchObject({ why: expect.stringMatching(`${id} \\([^)]*${field} `) });
  });
});

test.each<Case>([
  { of: "an object that is like neither", made: "one three", lost: "0=one 0=two", expected: "0 absent" },
  { of: "one that could be any", made: "one three", lost: "0=none 0=one", expected: "doubtful 0" },
])("two attempts to create one prompt, with $of: $expected", async (given) => {
  await using at = await world({ twins: true });
  const none = { workspaceId: at.refs.workspaceId, name: "tone", content: "Be brief." };
  const of = (environment: string) => ({ ...none, environment });
  const declaring = { none, one: of("STAGING"), two: of("PRODUCTION"), three: of("EVALUATION") };
  await findIn(at, prompt, declaring, given);
});

const issuedKinds = allKinds.filter(({ kind }) => kind.source.how === "issued");
const changed = createdKinds.filter(({ kind }) => kind.endpoints.patch !== undefined);
const adopted = allKinds.filter(({ kind }) => kind.source.how === "adopted");

async function recorded(at: World, kind: Kind, more: Values = {}): Promise<DoubtedObject> {
  await at.stack.operation().up("it", kind.name, { ...at.full(kind), ...more });
  return { ...at.stack.resource("it"), urn: "urn", kind, deleting: false };
}

async function seen(at: World, object: DoubtedObject, since?: number): Promise<ObjectFinding["is"]> {
  const runs = since === undefined ? [] : [{ from: since }];
  return (await lookAtObject(object, runs, contextsAt(at))).is;
}

function writes(at: World): unknown[] {
  return at.gateway.log.entries({}).filter(({ method }) => method !== "GET");
}

describe.each(createdKinds)("$name", ({ kind }) => {
  test.for([0, 2])(
    "a deleted object is gone even if %d reads are stale, and nothing is written",
    async (count, { at }) => {
      const object = await recorded(at, kind);
      await at.asConsole("DELETE", kind, object.id, {});
      at.gateway.log.clear();
      if (count > 0) at.gateway.faults.add({ kind: "stale", method: "GET", count });
      expect(await seen(at, { ...object, deleting: true })).toBe("gone");
      expect(await seen(at, object)).toBe("gone");
      expect(writes(at)).toEqual([]);
    },
  );

  test("an unchanged object is the same, even if a run was in progress", async ({ at }) => {
    const object = await recorded(at, kind);
    for (const deleting of [false, true]) {
      expect(await seen(at, { ...object, deleting }, 0)).toBe("same");
    }
  });

  test.for([
    { fault: { kind: "status", status: 403 }, says: /(scope|permission)[\s\S]*Nothing was changed/ },
    { fault: { kind: "status", status: 401 }, says: /ACCESS_TOKEN[\s\S]*Nothing was changed/ },
    { fault: undefined, says: "Nothing was changed" },
  ] as const)(
    "no object is gone if the gateway returns $fault or the token is of another account",
    async ({ fault, says }, { at }) => {
      const object = await recorded(at, kind);
      if (fault === undefined) at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "stranger" });
      else at.gateway.faults.add({ ...fault, method: "GET" });
      await expect(seen(at, object, 0)).rejects.toThrow(says);
    },
  );
});

describe.each([...changed, ...adopted])("$name", ({ kind }) => {
  const fields = sentFields(kind).filter(
    ({ name, replace, writeOnly, exclusive }) =>
      !replace && !writeOnly && !exclusive && !kind.naturalKey.includes(name),
  );

  test.skipIf(fields.length === 0)(
    "an object that changed while a run was in progress counts as written",
    async ({ at }) => {
      const object = await recorded(at, kind);
      const before = Date.now();
      const news = Object.fromEntries(fields.map((field) => [field.name, secondValue(kind, at.refs, field)]));
      await at.stack.operation().up("it", kind.name, { ...object.inputs, ...news });
      expect(await seen(at, object, before)).toBe("written");
      expect(await seen(at, object)).toBe("same");
    },
  );
});

const restored = adopted.filter(
  ({ kind }) => kind.source.how === "adopted" && kind.source.onDestroy.includes("restore"),
);

test.for(restored)("a $name that a destroy restored counts as written", async ({ kind }, { at }) => {
  const object = await recorded(at, kind, { onDestroy: "restore" });
  await at.stack.operation().destroy("it");
  expect(await seen(at, { ...object, deleting: true })).toBe("written");
});

test("a provider counts as written only if a run may have changed its key", async () => {
  await using at = await world({ dateSkewMs: 0 });
  const object = await recorded(at, modelProvider);
  const before = Date.now();
  await at.asConsole("PATCH", modelProvider, object.id, { apiKey: "sk-of-the-killed-run" });
  expect(await seen(at, object, before)).toBe("written");
  expect(await seen(at, object, before + 60_000)).toBe("same");
});

test.for(issuedKinds)("a $name, which cannot be looked up, counts as unchanged", async ({ kind }, { at }) => {
  expect(await seen(at, { ...(await recorded(at, kind)), deleting: true }, 0)).toBe("same");
});
