import { expect, test } from "vitest";
import { profiles } from "./profiles.ts";
import { judged, runCase, wanted } from "./run-case.ts";

test("the floor goes through all phases, leaves nothing behind, and looks for drift as it refreshes", async () => {
  const rows = await runCase({ profile: "normal", mix: "c", size: 11, run: 0 }, ["floor"], 1);
  expect(rows.map(({ phase }) => phase)).toEqual(profiles.normal.phases);
  expect(rows.filter(({ failure }) => failure !== undefined)).toEqual([]);
  const asked = (wanted: string) => rows.find(({ phase }) => phase === wanted)?.requests.all;
  expect([asked("refresh"), asked("drift")]).toEqual([5, 5]);
});

test("only the phases that are asked for are gone through, in the order of the profile", async () => {
  const few = { profile: "normal", mix: "a", size: 3, run: 0 } as const;
  const rows = await runCase(few, ["floor"], 1, ["refresh", "create"]);
  expect(rows.map(({ phase }) => phase)).toEqual(["create", "refresh"]);
});

test("who reports success while the gateway holds something else has failed", () => {
  const sample = { seconds: 1 };
  expect(judged(sample, 3, 3)).toEqual(sample);
  expect(judged(sample, 2, 3).failure).toBe("the gateway holds 2 objects, not 3");
  expect(judged({ ...sample, failure: "exit code 1" }, 1, 0).failure).toBe("exit code 1");
});

test("the gateway holds all objects until they are destroyed, and none of a contestant that asks nobody", () => {
  expect(wanted("ours", "create", 3)).toBe(3);
  expect(wanted("ours", "destroy", 3)).toBe(0);
  expect(wanted("bare", "create", 3)).toBe(0);
});
