import { expect, test } from "vitest";
import { openClinic } from "./support/clinic.ts";
import { putStack } from "./support/stack.ts";

const wait = "WORKSPACE_GATEWAY_MAX_WAIT";
const team = { kind: "Workspace", name: "team", id: "ws-1", inputs: { name: "Team" } };
const prompts = ["a", "b"].map((name) => ({
  kind: "Prompt",
  name,
  id: name,
  inputs: { workspaceId: "ws-1", name },
}));
const other = { kind: "Mapping", name: "m", id: "m", inputs: { workspaceId: "ws-2", sourceName: "x" } };
/** The list of workspaces, and a list for each kind and workspace. */
const needed = 1 + 3;

test("what is left is compared with what a refresh of the stack needs", async () => {
  const clinic = await openClinic();
  clinic.gateway.rateLimit = { limit: 50, windowSeconds: 60 };
  await putStack(clinic, [team, ...prompts, other]);
  const { of } = await clinic.visit();
  expect(of("rate limit")).toMatchObject({ state: "ok", facts: { limit: 50, neededForRefresh: needed } });
  const counted = clinic.gateway.log.entries().filter(({ account }) => account !== undefined);
  expect(of("rate limit").facts?.remaining).toBe(50 - counted.length);
});

test.each([
  ["300", "warning", undefined],
  ["1", "problem", 1],
])("too little is left: with %s s to wait it is a %s", async (seconds, state, exitCode) => {
  const clinic = await openClinic({}, { [wait]: seconds });
  clinic.gateway.rateLimit = { limit: needed + 1, windowSeconds: 60 };
  await putStack(clinic, [team, ...prompts, other]);
  const { of, refusal } = await clinic.visit();
  expect(of("rate limit").state).toBe(state);
  expect(of("rate limit").remedy).toMatch(/^Run it in \d+ s/);
  expect(refusal).toEqual(exitCode === undefined ? undefined : expect.objectContaining({ exitCode }));
});

test("a limit that is used up leaves the token unchecked, and says how long", async () => {
  const { visit, gateway } = await openClinic();
  gateway.faults.add({ kind: "status", status: 429, headers: { "retry-after": "7" } });
  const { of } = await visit();
  expect(of("gateway").state).toBe("ok");
  expect(of("token")).toMatchObject({ state: "not checked", found: "The rate limit is used up." });
  expect(of("rate limit")).toMatchObject({ state: "warning", facts: { remaining: 0, resetsInSeconds: 7 } });
});
