import { describe, expect, test } from "vitest";
import type { LostCreate } from "../../../cli/recover/begun-creates.js";
import type { RecordedResource } from "../../../cli/recover/search.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { calling } from "../../contract/support/calling.ts";
import { createdKinds, requiredInputs, secondValue } from "../../contract/support/samples.ts";
import type { Variants } from "../../contract/support/variants.ts";
import { type World, world } from "../../contract/support/world.ts";
import { find, lostCreate } from "./support.ts";

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

/** Makes the objects as one run does that is killed before any end is recorded, and looks for the lost creates. */
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
])("two tries of one prompt, with $of: $expected", async (given) => {
  await using at = await world({ twins: true });
  const none = { workspaceId: at.refs.workspaceId, name: "tone", content: "Be brief." };
  const of = (environment: string) => ({ ...none, environment });
  const declaring = { none, one: of("STAGING"), two: of("PRODUCTION"), three: of("EVALUATION") };
  await findIn(at, prompt, declaring, given);
});
