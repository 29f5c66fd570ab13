import { expect, test } from "vitest";
import { fact, notKnown, orUndefined } from "../../../cli/doctor/facts.js";
import { about, examine, reportText, rowsOf } from "../../../cli/doctor/table.js";

interface Facts {
  readonly wind: Promise<number>;
  readonly spring: Promise<string>;
}

const row = rowsOf<Facts>();
const clock = row("clock", ["wind", "spring"], ({ wind, spring }, check) =>
  check.ok({ found: `${spring} ${wind}` }),
);
const loose = () => {
  throw new Error("the spring is loose");
};
const [wind, spring] = [fact(() => 3), fact(() => "strong")];
const gap = fact<number>(() => notKnown("nobody looked"));
const problem = {
  check: "clock",
  state: "problem",
  found: "The check itself failed: the spring is loose.",
  means: expect.any(String),
  remedy: expect.any(String),
};

test("a check has one finding, and one that throws becomes a problem while others still run", async () => {
  const found = await examine([row("clock", [], loose), clock], { wind, spring });
  expect(found).toEqual([problem, { check: "clock", state: "ok", found: "strong 3" }]);
  expect(await examine([clock], { wind: gap, spring })).toEqual([
    { check: "clock", state: "not checked", found: "Nobody looked." },
  ]);
  expect(await examine([clock], { wind, spring: fact<string>(loose) })).toEqual([problem]);
});

test("an unknown optional fact is undefined, and a fact that throws is an error", async () => {
  expect(await orUndefined(gap)).toBeUndefined();
  await expect(orUndefined(fact(loose))).rejects.toThrow("the spring is loose");
});

test("the report has a line per finding, a remedy below, and one line per reason for skipped checks", () => {
  const why = "there is no Pulumi.yaml";
  const lines = reportText([
    about("clock").ok({ found: "Equal.", means: "All is well." }),
    about("spring").note({ found: "Old.", means: "It may break.", remedy: "Oil it." }),
    about("rate limit").problem({ found: "None left.", means: "It would fail.", remedy: "Wait." }),
    about("stack").notChecked(why),
    about("lock").notChecked(why),
    about("package").notChecked("another reason"),
  ]);
  expect(lines.split("\n")).toEqual([
    "ok           clock       Equal. All is well.",
    "note         spring      Old. It may break.",
    "                         → Oil it.",
    "problem      rate limit  None left. It would fail.",
    "                         → Wait.",
    "not checked  stack       There is no Pulumi.yaml. The same applies to lock.",
    "not checked  package     Another reason.",
  ]);
});
