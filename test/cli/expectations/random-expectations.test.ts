import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { checkExpectations } from "../../../cli/expectations/check-expectations.js";
import { readExpectations } from "../../../cli/expectations/read-expectations.js";
import { writtenExpectations } from "../../../cli/expectations/written-expectations.js";
import { objectsAfter } from "../../../cli/review/facts/setups.js";
import { readPlan } from "../../../cli/review/plan/read-plan.js";
import { alternatives, taken } from "../../../cli/routing/mapping-reading.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { kinds } from "../../../provider/every-kind.js";
import { runs, seedOf } from "../../harness/tests/depth.ts";
import { pairs } from "../account/accounts.ts";
import { previewOf } from "../account/engine.ts";
import { setups } from "../routing/arbitrary.ts";
import { type Asked, type NaiveEnd, naiveEnd, naiveRiddle, naiveTie } from "../routing/naive.ts";

test("what is written down of any account is held by it at once", () => {
  let lines = 0;
  fc.assert(
    fc.property(pairs, ({ after }) => {
      const objects = objectsAfter(readPlan(previewOf({ before: after, after }), kinds), kinds);
      const { text } = writtenExpectations({ objects }) ?? {};
      const results = text === undefined ? [] : checkExpectations(readExpectations(text), { objects });
      expect(results.filter(({ status }) => status !== "held")).toEqual([]);
      lines += results.length;
    }),
    { numRuns: runs(500), seed: seedOf(31) },
  );
  expect(lines).toBeGreaterThan(500);
});

/** The objects of a setup; what it leaves out, they do not say. */
function objectsOf({ models, mappings }: Setup): AccountObject[] {
  return [...models, ...mappings].map((each) => {
    const { urn, name, workspace, ...says } = each;
    const isModel = "modelName" in each || "gatewayName" in each || "inputCost" in each;
    const { targetUrn, modelName, ...values } = { targetUrn: undefined, modelName: undefined, ...says };
    const named = isModel ? { ...values, name: modelName } : values;
    const inputs = Object.fromEntries(
      Object.entries({ ...named, workspaceId: workspace }).filter(([, value]) => value !== undefined),
    ) as AccountObject["inputs"];
    const from = targetUrn === undefined ? {} : { targetModel: [targetUrn] };
    return {
      kind: models.some((model) => model.urn === urn) ? "Model" : "Mapping",
      urn,
      name,
      inputs,
      outputs: inputs,
      from,
    };
  });
}

/** What is in one of the two workspaces: what another one has is out of reach. */
function inOne({ models, mappings }: Setup): Setup {
  const isInside = ({ workspace }: { readonly workspace: string }) => workspace === "one";
  return { models: models.filter(isInside), mappings: mappings.filter(isInside), workspaces: {} };
}

const nowhere = "nowhere";

/** Whether an end is as expected; undefined if nobody can know. */
function isMet(end: NaiveEnd | undefined, expected: string, { models }: Setup): boolean | undefined {
  if (expected === nowhere) {
    return end === undefined ? true : end.is === "model" ? false : undefined;
  }
  const model = models.find(({ urn }) => end?.urn === urn);
  if (end === undefined) {
    return false;
  }
  return model?.gatewayName === undefined ? undefined : model.gatewayName === expected;
}

function naiveStatus(asked: Asked, expected: string): string {
  const [main, ...others] = [taken, ...alternatives.map(({ reading }) => reading)].map((reading) =>
    isMet(naiveEnd({ ...asked, reading }), expected, asked.setup),
  );
  if (main === undefined) return "unknown";
  if (main) return others.every((each) => each === true) ? "held" : "depends";
  return others.includes(true) ? "depends" : "broken";
}

test("routes of any account are held, broken, open or unknown as trying every reading says", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(setups, (drawn) => {
      const setup = inOne(drawn);
      const objects = objectsOf(setup);
      const names = [...new Set(setup.mappings.flatMap(({ sourceName }) => sourceName ?? [])), "p/a", "abz"];
      const asked = names
        .filter((name) => !name.includes("*"))
        .flatMap((name) => ["p/a", "p/b", nowhere].map((expected) => ({ name, expected })));
      for (const { name, expected } of asked) {
        const question = { name, workspace: "one", setup, formerly: undefined, reading: taken };
        const isBlind = setup.mappings.some(({ sourceName }) => sourceName === undefined);
        if (isBlind || naiveTie(question) || naiveRiddle(question)) {
          continue;
        }
        const route = expected === nowhere ? nowhere : { model: expected };
        const text = JSON.stringify({ workspaces: { one: { routes: { [name]: route } } } });
        const [result] = checkExpectations(readExpectations(text), { objects });
        if (result?.workspace === undefined) {
          continue;
        }
        const status = naiveStatus(question, expected);
        expect([name, expected, result.status]).toEqual([name, expected, status]);
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    }),
    { numRuns: runs(1000), seed: seedOf(32) },
  );
  expect([...seen.keys()].toSorted()).toEqual(["broken", "depends", "held", "unknown"]);
});
