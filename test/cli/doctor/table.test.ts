import { expect, test } from "vitest";
import { examine, type Fact, type Facts, given, rowsOf } from "../../../cli/doctor/table.js";

interface Known {
  readonly wind: number;
  readonly spring: string;
}

const row = rowsOf<Known>();
const clock = row("clock", ["wind", "spring"], ({ wind, spring }, say) =>
  say.ok({ found: `${spring} ${wind}` }),
);

function facts(wind: Fact<number>, spring: Promise<Fact<string>>): Facts<Known> {
  return { wind: Promise.resolve(wind), spring };
}

const sound = Promise.resolve({ known: "strong" });
const broken = () => Promise.reject(new Error("the spring is loose"));

test("a check judges the facts that it needs", async () => {
  expect(await examine([clock], facts({ known: 3 }, sound))).toEqual([
    { check: "clock", state: "ok", found: "strong 3" },
  ]);
});

test("a check of a fact that is not known is not made, and says why and what to do", async () => {
  const gap = { why: "nobody looked", remedy: "Look." };
  expect(await examine([clock], facts(gap, sound))).toEqual([
    { check: "clock", state: "not checked", found: "Nobody looked.", remedy: "Look." },
  ]);
});

test("what follows from a fact that is not known is not known for the same reason", async () => {
  const gap = { why: "nobody looked" };
  const later = given(facts(gap, sound), () => ({ known: 1 }));
  expect(await given({ later }, () => ({ known: 2 }))).toEqual(gap);
});

test("a check that breaks, or whose fact does, is a problem with its name and its error, and never a crash", async () => {
  const loose = row("spring", [], () => {
    throw new Error("the spring is loose");
  });
  const found = await examine([loose, clock], facts({ why: "nobody looked" }, broken()));
  expect(found.map(({ check, state }) => [check, state])).toEqual([
    ["spring", "problem"],
    ["clock", "problem"],
  ]);
  for (const each of found) {
    expect(each).toMatchObject({
      found: expect.stringContaining("the spring is loose"),
      remedy: expect.any(String),
    });
  }
});
