import { inspect } from "node:util";
import { afterEach, expect, vi } from "vitest";
import * as gateway from "../../provider/index.js";
import { singular } from "../functions/support/cases.ts";
import { readers, test } from "../functions/support/readers.ts";
import { placeOf } from "../functions/support/stored.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function thrown(reading: Promise<unknown>): Promise<gateway.GatewayError> {
  const error = await reading.then(
    () => expect.unreachable("nothing was thrown"),
    (reason: unknown) => reason,
  );
  return error instanceof gateway.GatewayError
    ? error
    : expect.unreachable(`another error: ${String(error)}`);
}

test("what a function throws has the status of a refusal, and the request that was refused; from a loop over metrics, too", async () => {
  await using world = await readers({}, ["profile:read"]);
  const { connection } = world;
  const error = await thrown(gateway.getWorkspaces({ connection }));
  const told = { name: "GatewayError", method: "GET", path: "/workspaces", status: 403, outcome: "rejected" };
  expect(error).toMatchObject(told);
  expect((await thrown(gateway.metrics({ connection }).next())).status).toBe(403);
});

test.for(singular)("$one.name throws a 404 where nothing has the id", async ({ one }, { world }) => {
  const error = await thrown(one.run({ ...placeOf(world, one.reading), id: "none" }));
  expect(error.status).toBe(404);
  expect(error.message).toMatch(/^get\w+: there is nothing with the id "none"\. GET \/.* answered 404/);
});

test("where nothing listens, an error has no status, and nothing was sent", async () => {
  await using _world = await readers();
  vi.stubEnv("WORKSPACE_GATEWAY_DEAF_BASE_URL", "http://127.0.0.1:1/api/v1");
  vi.stubEnv("WORKSPACE_GATEWAY_DEAF_ACCESS_TOKEN", "token-of-the-tests");
  vi.stubEnv("WORKSPACE_GATEWAY_DEAF_RETRY_BUDGET", "0.001");
  const error = await thrown(gateway.getUser({ connection: "deaf" }));
  expect(error).toMatchObject({ status: undefined, requestId: undefined, outcome: "not-sent" });
});

test("a print of the error shows what is public, and no more", async () => {
  await using world = await readers({}, ["profile:read"]);
  const error = await thrown(gateway.getWorkspaces({ connection: world.connection }));
  expect(Object.keys(error).sort()).toEqual(["method", "name", "outcome", "path", "requestId", "status"]);
  expect(error.constructor.name).toBe(error.name);
  expect(inspect(error)).toMatch(/^\[GatewayError: /);
  expect(inspect(error)).not.toMatch(/\b(failure|remedy|said|answer):/);
});

test("wrong arguments and names that nothing has are no failed requests", async ({ world }) => {
  const { connection } = world;
  for (const read of [
    () => gateway.getWorkspace({ connection, name: "none" }),
    () => gateway.getWorkspaces({ connection, colour: 1 } as never),
  ]) {
    await expect(read()).rejects.not.toBeInstanceOf(gateway.GatewayError);
  }
});

test("a program's own test can make one", () => {
  const error = new gateway.GatewayError("no", {
    method: "GET",
    path: "/user",
    outcome: "rejected",
    status: 404,
  });
  expect(error).toMatchObject({ message: "no", name: "GatewayError", status: 404, requestId: undefined });
});
