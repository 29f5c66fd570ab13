import { describe, expect, test } from "vitest";
import type { LostCreate } from "../../../../cli/recover/lost-create.js";
import { prompt } from "../../../../provider/kinds/prompt.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { calling } from "../../../contract/support/calling.ts";
import { createdKinds, requiredInputs, secondValue } from "../../../contract/support/samples.ts";
import type { Variants } from "../../../contract/support/variants.ts";
import { type World, world } from "../../../contract/support/world.ts";
import { lostCreate, opened, Recovery } from "./support.ts";

const apart = createdKinds.flatMap(({ kind, name }) =>
  (kind.distinguishedBy ?? []).map((field) => ({ kind, field, title: `${name} by ${field}` })),
);

/** A create that a killed run has made, or not, and what it made. */
interface Killed {
  readonly id: string;
  readonly lost: LostCreate;
  readonly outputs: Values;
}

/** Values of a field, and declarations of one name with them. */
async function namesakes(kind: Kind, name: string, variants: Variants = {}) {
  const at = await world({ twins: true, ...variants });
  const field = kind.fields.get(name) ?? expect.unreachable(`${kind.name} has no ${name}`);
  const base: Values = requiredInputs(kind, at.refs);
  const a = { ...base, [name]: at.full(kind)[name] ?? null };
  const b = { ...base, [name]: secondValue(kind, at.refs, field) };
  return { at, base, a, b };
}

/** Makes objects as one run does that is killed before any end is recorded. */
async function killed(at: World, kind: Kind, ...all: readonly Values[]): Promise<Killed[]> {
  const since = Date.now();
  at.stack.operation();
  const made: Killed[] = [];
  for (const [index, inputs] of all.entries()) {
    const name = `r${index}`;
    await at.stack.up(name, kind.name, { ...inputs, ...calling(name) });
    const { id, outputs } = at.stack.resource(name);
    at.stack.resources.delete(name);
    made.push({ id, outputs, lost: lostCreate(kind, inputs, since, name) });
  }
  return made;
}

/** What is found of each, by its id, or what else is said. */
async function found(
  at: World,
  lost: readonly LostCreate[],
  known: ConstructorParameters<typeof Recovery>[1] = [],
) {
  const findings = await new Recovery(at, known).find(lost);
  return findings.map((each) => (each.is === "found" ? each.id : each.is));
}

const ids = (made: readonly Killed[]) => made.map(({ id }) => id);
const lostOf = (made: readonly Killed[]) => made.map(({ lost }) => lost);

describe.each(apart)("$title", ({ kind, field }) => {
  test.each<[string, Variants]>([
    ["as documented", {}],
    ["tidying what it stores", { canonical: true }],
    ["numbers spelled as strings", { numbers: "string" }],
    ["words in another case", { words: "other-case" }],
  ])(
    "%s: of two of one name each is found, in whatever order, with the outputs of its create",
    async (_way, variants) => {
      const { at, a, b } = await namesakes(kind, field, variants);
      await using _at = at;
      const made = await killed(at, kind, a, b);
      expect(await found(at, lostOf(made))).toEqual(ids(made));
      expect(await found(at, lostOf(made).toReversed())).toEqual(ids(made).toReversed());
      const findings = await new Recovery(at).find(lostOf(made));
      for (const [index, each] of findings.entries()) {
        expect(each.is === "found" && opened(each.outputs)).toEqual({ ...made[index]?.outputs });
      }
    },
  );

  test("one that declares nothing of it is left with what no other declares", async () => {
    const { at, base, a } = await namesakes(kind, field);
    await using _at = at;
    const made = await killed(at, kind, base, a);
    expect(await found(at, lostOf(made))).toEqual(ids(made));
  });

  test("one whose twin is in the state is found, and one that was not made is absent", async () => {
    const { at, base, a, b } = await namesakes(kind, field);
    await using _at = at;
    const [one, two] = await killed(at, kind, a, b);
    if (one === undefined || two === undefined) return expect.unreachable("both were made");
    const recorded = { kind, id: one.id, inputs: one.lost.inputs, outputs: one.outputs };
    expect(await found(at, [two.lost], [recorded])).toEqual([two.id]);
    const third = lostCreate(kind, base, two.lost.since, "third");
    await at.asConsole("DELETE", kind, two.id, {});
    expect(await found(at, [two.lost, third], [recorded])).toEqual(["absent", "absent"]);
    expect(await found(at, [one.lost, two.lost])).toEqual([one.id, "absent"]);
  });

  test("after an edit of the program, what is like none is that of the one that has none, and the next up changes it", async () => {
    const { at, base, a, b } = await namesakes(kind, field);
    await using _at = at;
    const [one, two] = await killed(at, kind, base, a);
    if (one === undefined || two === undefined) return expect.unreachable("both were made");
    const edited = { ...two.lost, inputs: b };
    const recorded = { kind, id: one.id, inputs: one.lost.inputs, outputs: one.outputs };
    const [finding] = await new Recovery(at, [recorded]).find([edited]);
    if (finding?.is !== "found") return expect.unreachable("it was made");
    expect(finding.id).toBe(two.id);
    at.stack.operation();
    at.stack.resources.set("r1", {
      kind: kind.name,
      id: two.id,
      inputs: b,
      outputs: opened(finding.outputs),
    });
    expect(await at.stack.up("r1", kind.name, b)).toBe("update");
    expect(at.differences(kind, b, two.id)).toEqual([]);
    expect(at.rows(kind)).toHaveLength(2);
  });

  test("after edits that leave nothing to tell them by, a person is told of all, with what they differ in", async () => {
    const { at, base, a, b } = await namesakes(kind, field);
    await using _at = at;
    const made = await killed(at, kind, a, b);
    const [first] = lostOf(made);
    const [finding] = await new Recovery(at).find([{ ...(first ?? expect.unreachable()), inputs: base }]);
    for (const { id } of made) {
      expect(finding).toMatchObject({
        is: "doubtful",
        why: expect.stringMatching(`${id} \\([^)]*${field} `),
      });
    }
  });

  test("of two tries of one resource with an edit between them, the one that is like the object gets it", async () => {
    const { at, a, b } = await namesakes(kind, field);
    await using _at = at;
    const [one] = await killed(at, kind, a);
    if (one === undefined) return expect.unreachable("it was made");
    const again = { ...one.lost, inputs: b };
    expect(await found(at, [one.lost, again])).toEqual([one.id, "absent"]);
    expect(await found(at, [again, one.lost])).toEqual(["absent", one.id]);
  });

  test("one that a list shows too late is waited for, though another of its name is there", async () => {
    const { at, a, b } = await namesakes(kind, field);
    await using _at = at;
    const [, late] = await killed(at, kind, b, a);
    if (late === undefined) return expect.unreachable("it was made");
    at.gateway.faults.add({ kind: "stale", method: "GET", path: kind.endpoints.list ?? "", count: 3 });
    expect(await found(at, [late.lost])).toEqual([late.id]);
  });
});

describe("of two tries of one resource", () => {
  const tries = async (first: Values, second: Values, ...others: readonly string[]) => {
    const at = await world({ twins: true });
    const base = { workspaceId: at.refs.workspaceId, name: "tone", content: "Be brief." };
    const staging = { ...base, environment: "STAGING" };
    const all = others.map((environment) => ({ ...base, environment }));
    const [own] = await killed(at, prompt, staging, ...all);
    if (own === undefined) return expect.unreachable("it was made");
    const lost = [first, second].map((inputs) => ({ ...own.lost, inputs: { ...base, ...inputs } }));
    return { at, own, findings: await found(at, lost) };
  };

  test("none takes what is like neither of them, while the other has its own", async () => {
    const it = await tries({ environment: "STAGING" }, { environment: "PRODUCTION" }, "EVALUATION");
    await using _at = it.at;
    expect(it.findings).toEqual([it.own.id, "absent"]);
  });

  test("one that could be any is not left with what the other does not declare", async () => {
    const it = await tries({}, { environment: "STAGING" }, "EVALUATION");
    await using _at = it.at;
    expect(it.findings).toEqual(["doubtful", it.own.id]);
  });
});
