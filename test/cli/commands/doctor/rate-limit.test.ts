import { expect, test } from "vitest";
import { openClinic } from "./support/clinic.ts";
import { putStack } from "./support/stack.ts";

const wait = "WORKSPACE_GATEWAY_MAX_WAIT";
const teams = ["a", "b", "c"].map((name) => ({
  kind: "Workspace",
  name,
  id: "",
  inputs: { name },
  op: "create" as const,
}));

test("what is left is compared with what the next up needs", async () => {
  const clinic = await openClinic();
  clinic.gateway.rateLimit = { limit: 50, windowSeconds: 60 };
  await putStack(clinic, teams);
  expect((await clinic.visit()).of("rate limit")).toMatchObject({
    state: "ok",
    facts: { limit: 50, remaining: expect.any(Number), neededForWrites: teams.length },
  });
});

test.each([
  ["300", "warning", undefined],
  ["1", "problem", 1],
])("too little is left: with %s s to wait it is a %s", async (seconds, state, exitCode) => {
  const clinic = await openClinic({}, { [wait]: seconds });
  clinic.gateway.rateLimit = { limit: teams.length, windowSeconds: 60 };
  await putStack(clinic, teams);
  const { of, refusal } = await clinic.visit();
  expect(of("rate limit").state).toBe(state);
  expect(of("rate limit").remedy).toMatch(/^Run it in \d+ s/);
  expect(refusal === undefined).toBe(exitCode === undefined);
});

test("a limit that is used up leaves the token unchecked, and says how long", async () => {
  const { visit, gateway } = await openClinic();
  gateway.faults.add({ kind: "status", status: 429, headers: { "retry-after": "7" } });
  const { of } = await visit();
  expect(of("gateway").state).toBe("ok");
  expect(of("token")).toMatchObject({ state: "not checked", found: "The rate limit is used up." });
  expect(of("rate limit")).toMatchObject({ state: "warning", facts: { remaining: 0, resetsInSeconds: 7 } });
});
