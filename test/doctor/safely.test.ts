import { expect, test } from "vitest";
import { about } from "../../provider/doctor/diagnosis.js";
import { restingOn } from "../../provider/doctor/fact.js";
import { safely } from "../../provider/doctor/safely.js";

test("a check that breaks is a problem with its name and its error, and never a crash", async () => {
  const broken = await safely("clock", () => {
    throw new Error("the spring is loose");
  });
  expect(broken).toEqual([
    expect.objectContaining({
      check: "clock",
      state: "problem",
      found: expect.stringContaining("the spring is loose"),
      remedy: expect.any(String),
    }),
  ]);
  const late = await safely("clock", async () => Promise.reject(new Error("later")));
  expect(late.map(({ found }) => found)).toEqual([expect.stringContaining("later")]);
});

test("a check of a fact that is not known is not made, and says why", () => {
  const judge = () => about("lock").ok({ found: "Fine." });
  expect(restingOn("lock", { why: "there is no stack" }, judge)).toEqual([
    { check: "lock", state: "not checked", found: "There is no stack." },
  ]);
  expect(restingOn("lock", { known: 1 }, judge)).toEqual([judge()]);
});
