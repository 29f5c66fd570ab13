import { describe, expect, test } from "vitest";
import type { LostCreate } from "../../../cli/recover/begun-creates.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { calling } from "../../contract/support/calling.ts";
import { createdKinds, requiredInputs, secondValue } from "../../contract/support/samples.ts";
import type { Variants } from "../../contract/support/variants.ts";
import { type World, world } from "../../contract/support/world.ts";
import { lostCreate, opened, Recovery } from "./support.ts";

const apart = createdKinds.flatMap(({ kind, name }) =>
  (kind.distinguishedBy ?? []).map((field) => ({ kind, field, title: `${name} by ${field}` })),
);

/** Makes objects of one name as one run does that is killed before any end is recorded. */
async function killed(at: World, kind: Kind, all: readonly Values[]) {
  const since = Date.now();
  at.stack.operation();
  const made: { id: string; lost: LostCreate; outputs: Values }[] = [];
  for (const [index, inputs] of all.entries()) {
    const name = `r${index}`;
    await at.stack.up(name, kind.name, { ...inputs, ...calling(name) });
    const { id, outputs } = at.stack.resource(name);
    at.stack.resources.delete(name);
    made.push({ id, outputs, lost: lostCreate(kind, inputs, since, name) });
  }
  return made;
}

/**
 * Objects and lost creates. A word is a value of the field that tells objects of one name apart: `none`, `one`, `two`, `three`. The killed
 * run has `made` objects with these. Of the `lost` creates, `1=two` is that of the object at place 1, which declares `two`; `expected` has
 * the place of its object, or what else is found. `recorded` are places of objects that the state has; `stale` reads show an older list.
 */
interface Case extends Readonly<Partial<Record<"expected" | "recorded" | "deleted", string>>> {
  readonly of: string;
  readonly made: string;
  readonly lost: string;
  readonly stale?: number;
}

const words = (text = "") => text.split(" ").filter((word) => word !== "");

/** What is found of the lost creates of a case. */
async function findIn(at: World, kind: Kind, declaring: Record<string, Values>, given: Case) {
  const declared = (word = "") => declaring[word] ?? expect.unreachable(`nothing is declared as ${word}`);
  const made = await killed(at, kind, words(given.made).map(declared));
  const the = (place = "") => made[Number(place)] ?? expect.unreachable("it was not made");
  for (const place of words(given.deleted)) await at.asConsole("DELETE", kind, the(place).id, {});
  if (given.stale !== undefined) {
    const path = kind.endpoints.list ?? "";
    at.gateway.faults.add({ kind: "stale", method: "GET", path, count: given.stale });
  }
  const recorded = words(given.recorded).map(the);
  const known = recorded.map(({ lost, ...rest }) => ({ ...rest, kind, inputs: lost.inputs }));
  const lost = words(given.lost).map((each) => {
    const [place, word] = each.split("=");
    return { ...the(place).lost, inputs: declared(word) };
  });
  const findings = await new Recovery(at, known).find(lost);
  const found = findings.map((each) =>
    each.is === "found" ? made.findIndex(({ id }) => id === each.id) : each.is,
  );
  return { made, findings, found: found.join(" ") };
}

const cases: readonly Case[] = [
  { of: "two", made: "one two", lost: "0=one 1=two", expected: "0 1" },
  { of: "two in another order", made: "one two", lost: "1=two 0=one", expected: "1 0" },
  { of: "one without a value", made: "none one", lost: "0=none 1=one", expected: "0 1" },
  { of: "one whose twin is recorded", made: "one two", recorded: "0", lost: "1=two", expected: "1" },
  {
    ...{ of: "no object", made: "one two none", recorded: "0", deleted: "1 2", lost: "1=two 2=none" },
    expected: "absent absent",
  },
  { of: "one object", made: "one two", deleted: "1", lost: "0=one 1=two", expected: "0 absent" },
  { of: "two tries, the first made", made: "one", lost: "0=one 0=two", expected: "0 absent" },
  { of: "two tries, the last made", made: "one", lost: "0=two 0=one", expected: "absent 0" },
  { of: "one that a list shows late", made: "two one", lost: "1=one", stale: 3, expected: "1" },
];

describe.each(apart)("$title", ({ kind, field }) => {
  async function declared(variants: Variants = {}) {
    const at = await world({ twins: true, ...variants });
    const none = requiredInputs(kind, at.refs);
    const flag = kind.fields.get(field) ?? expect.unreachable(`${kind.name} has no ${field}`);
    const one = { ...none, [field]: at.full(kind)[field] ?? null };
    const two = { ...none, [field]: secondValue(kind, at.refs, flag) };
    return { at, declaring: { none, one, two } };
  }

  test.each(cases)("$of: $expected", async (given) => {
    const { at, declaring } = await declared();
    await using _at = at;
    expect((await findIn(at, kind, declaring, given)).found).toEqual(given.expected);
  });

  test.each<[string, Variants]>([
    ["tidying what it stores", { canonical: true }],
    ["numbers spelled as strings", { numbers: "string" }],
    ["words in another case", { words: "other-case" }],
  ])(
    "a gateway %s: of two of one name each is found, with the outputs of its create",
    async (_way, variants) => {
      const { at, declaring } = await declared(variants);
      await using _at = at;
      const given = { of: "two", made: "one two", lost: "0=one 1=two" };
      const { made, findings } = await findIn(at, kind, declaring, given);
      for (const [index, each] of findings.entries()) {
        expect(each.is === "found" && opened(each.outputs)).toEqual({ ...made[index]?.outputs });
      }
    },
  );

  test("after an edit of the program, an object that is like none belongs to the create that has none, and the next up changes it", async () => {
    const { at, declaring } = await declared();
    await using _at = at;
    const given = { of: "an edit", made: "none one", recorded: "0", lost: "1=two" };
    const { findings } = await findIn(at, kind, declaring, given);
    const [finding] = findings;
    if (finding?.is !== "found") return expect.unreachable("it was made");
    const { id, outputs } = finding;
    at.stack.operation();
    at.stack.resources.set("r1", { kind: kind.name, id, inputs: declaring.two, outputs: opened(outputs) });
    expect(await at.stack.up("r1", kind.name, declaring.two)).toBe("update");
    expect(at.differences(kind, declaring.two, id)).toEqual([]);
    expect(at.rows(kind)).toHaveLength(2);
  });

  test("after edits that leave nothing to tell them by, a person reads of all, with what they differ in", async () => {
    const { at, declaring } = await declared();
    await using _at = at;
    const given = { of: "an edit", made: "one two", lost: "0=none" };
    const { made, findings } = await findIn(at, kind, declaring, given);
    for (const { id } of made) {
      expect(findings).toMatchObject([
        { is: "doubtful", why: expect.stringMatching(`${id} \\([^)]*${field} `) },
      ]);
    }
  });
});

test.each<Case>([
  { of: "an object that is like neither", made: "one three", lost: "0=one 0=two", expected: "0 absent" },
  { of: "one that could be any", made: "one three", lost: "0=none 0=one", expected: "doubtful 0" },
])("two tries of one prompt, with $of: $expected", async (given) => {
  await using at = await world({ twins: true });
  const none = { workspaceId: at.refs.workspaceId, name: "tone", content: "Be brief." };
  const of = (environment: string) => ({ ...none, environment });
  const declaring = { none, one: of("STAGING"), two: of("PRODUCTION"), three: of("EVALUATION") };
  expect((await findIn(at, prompt, declaring, given)).found).toEqual(given.expected);
});
