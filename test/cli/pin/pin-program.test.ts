import { expect, test } from "vitest";
import { assertBound, movedProgram, otherAccounts, unknownsOf } from "../../../cli/pin/moves.js";
import { withProgram } from "../../../cli/pin/write.js";
import { unknown } from "../review/facts/support/preview.ts";
import { pin, snapshot, step, subject } from "./some-subject.ts";

const create = step("create", "Prompt", "tone", {
  after: snapshot({ name: "tone", content: unknown, workspaceId: unknown }),
});
const free = pin(subject([create]));
const known = pin(subject([step("create", "Prompt", "tone", { after: snapshot({ name: "tone" }) })]));

test("the values that are not known at a review are told by their names", () => {
  expect(unknownsOf(known)).toEqual([]);
  expect(unknownsOf(free)).toEqual([{ name: "tone", words: "content, workspaceId of Prompt tone" }]);
});

test("a program that cannot be bound is refused only where a value is unknown, and not if that is permitted by name", () => {
  const because = "it has no lock file";
  expect(() => assertBound(free, because, [])).toThrow(/it has no lock file\. .*--allow unknown:tone/);
  expect(() => assertBound(free, because, ["unknown:other"])).toThrow("unknown:tone");
  for (const permits of [["unknown:tone"], ["unknown"]]) assertBound(free, because, permits);
  assertBound(known, because, []);
});

test("another program is a move where a value is unknown, and nowhere else", () => {
  const files = { "index.ts": "1", "old.ts": "2" };
  const now = { "index.ts": "other", "new.ts": "3" };
  expect(movedProgram(withProgram(free, files), files)).toEqual([]);
  expect(movedProgram(withProgram(known, files), now)).toEqual([]);
  expect(movedProgram(withProgram(free, files), now)).toEqual([
    "the program: index.ts was changed, new.ts was added, old.ts was taken away. " +
      "Not known at the review: content, workspaceId of Prompt tone",
  ]);
});

test("digests of a program's files say nothing of their content", () => {
  expect(JSON.stringify(withProgram(free, { "index.ts": "SEKRET" }))).not.toContain("SEKRET");
});

test("another gateway, another account and another connection are told", () => {
  const ours = { gateway: "g1", account: "a1" };
  const eu = { connection: "eu", gateway: "g2" };
  const since = (reviewed: readonly object[], now: readonly object[]) => {
    const on = (accounts: readonly object[]) => subject([], { accounts: accounts as never });
    return otherAccounts(pin(on(reviewed)), on(now));
  };
  expect(since([ours, eu], [eu, ours])).toEqual([]);
  expect(since([ours], [{ ...ours, gateway: "g9" }])).toEqual(["the gateway is another one"]);
  expect(since([ours], [{ ...ours, account: "a9" }])).toEqual(["the account is another one"]);
  expect(since([ours], [{ gateway: "g1" }])).toEqual(["the account is not visible now"]);
  expect(since([eu], [{ ...eu, account: "a1" }])).toEqual([]);
  expect(since([ours, eu], [ours])).toEqual(["the gateway of the connection eu is not visible now"]);
  expect(since([ours], [ours, eu])).toEqual(["the connection eu is new"]);
});
