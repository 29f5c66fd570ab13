import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect } from "vitest";
import * as gateway from "../../provider/index.js";
import type { Values } from "../../provider/spec/values.js";
import { cases, named, placeOf, readers, singular, test } from "./support/readers.ts";

const lists = cases.filter(({ many }) => many.reading.list !== undefined);

describe("a list that the gateway truncated", () => {
  test.each(lists)("of $name is an error, never a shorter list", async (each) => {
    await using world = await readers({ cut: 1 });
    const place = placeOf(world, each.many.reading);
    await expect(each.many.run(place)).rejects.toThrow(`${each.many.name}: the gateway truncated the list`);
  });

  test.each(named)("of $name cannot show whether a $by is unique", async (each) => {
    await using world = await readers({ cut: 1 });
    const place = placeOf(world, each.one.reading);
    await expect(each.one.run({ ...place, [each.by]: "tone" })).rejects.toThrow("truncated the list");
  });
});

const functions = [
  ...cases.map(({ many }) => ({ ...many, args: {} })),
  ...singular.map(({ one }) => ({ ...one, args: { id: "x" } })),
];

const inWorkspaces = functions.filter(
  ({ reading }) => reading.where.shape.workspaceId?.safeParse(undefined).success === false,
);

const budget = { name: "getBudget", run: gateway.getBudget as (args: Values) => Promise<unknown>, args: {} };

test.for([...inWorkspaces, budget])(
  "$name reports a workspace that does not exist, and does not mention the base URL",
  async ({ run, args }, { world: { connection } }) => {
    const refused = run({ connection, ...args, workspaceId: "w-none" });
    await expect(refused).rejects.toThrow(
      "The workspace w-none does not exist, or this account cannot see it. Check `workspaceId`. If it was deleted, run `pulumi refresh`.",
    );
    await expect(refused).rejects.toMatchObject({ name: "GatewayError", status: 404 });
    await expect(refused).rejects.not.toThrow("BASE_URL");
  },
);

describe.each(functions)("$name", ({ name, run, reading, args }) => {
  test("fails without its scope, and names the scope and the account of the token", async () => {
    await using world = await readers({}, ["profile:read"]);
    await expect(run({ ...placeOf(world, reading), ...args })).rejects.toThrow(
      new RegExp(`returned 403.* needs the scope ${reading.scope} .*account .*owner@example.com`),
    );
  });

  test("names an unknown argument", async () => {
    await expect(run({ workspaceId: "w", ...args, colour: 1 })).rejects.toThrow(`${name}: `);
    await expect(run({ workspaceId: "w", ...args, colour: 1 })).rejects.toThrow(
      "unknown argument `colour`. The arguments are ",
    );
  });

  test.each(["connection", "workspaceId"])(
    "suggests the Output variant if %s is an output or a promise",
    async (argument) => {
      for (const unknown of [pulumi.output("x"), Promise.resolve("x")]) {
        await expect(run({ ...args, [argument]: unknown } as never)).rejects.toThrow(
          `${name}: ${argument} is an output or a promise, so its value is still unknown. Use ${name}Output.`,
        );
      }
    },
  );
});

test.each(inWorkspaces)("$name requires a workspace", async ({ name, run, args }) => {
  await expect(run(args)).rejects.toThrow(`${name}: workspaceId is required.`);
  await expect(run({ ...args, workspaceId: "" })).rejects.toThrow(`${name}: workspaceId`);
});

test.each(named)("$one.name requires an id or $by, and refuses both together", async ({ one, by }) => {
  const place = "workspaceId" in one.reading.where.shape ? { workspaceId: "w" } : {};
  await expect(one.run(place)).rejects.toThrow(`${one.name}: id or ${by} is required.`);
  await expect(one.run({ ...place, id: "x", [by]: "y" })).rejects.toThrow(`set id or ${by}, not both`);
});

test.each([
  [{ startDate: "yesterday" }, "startDate must be an ISO 8601 time"],
  [{ limit: 0 }, "limit must be greater than 0"],
  [{ limit: 1.5 }, "limit must be a whole number"],
  [{ keyId: "" }, "keyId must have at least 1 character"],
  [{ page: 2 }, "unknown argument `page`"],
])("metrics refuses %j when it is called", (args, message) => {
  expect(() => gateway.metrics(args as gateway.MetricsArgs)).toThrow(message);
});

test("a thrown error describes the refused request, and prints nothing else", async () => {
  await using world = await readers({}, ["profile:read"]);
  const { connection } = world;
  const error: unknown = await gateway.getWorkspaces({ connection }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(gateway.GatewayError);
  expect({ ...Object(error) }).toEqual({
    ...{ name: "GatewayError", method: "GET", path: "/workspaces", status: 403, outcome: "rejected" },
    requestId: expect.any(String),
  });
  expect(Object(error).constructor.name).toBe("GatewayError");
  expect(inspect(error)).toMatch(/^\[GatewayError: (?!.*\b(failure|remedy|said|answer):)/s);
  await expect(gateway.metrics({ connection }).next()).rejects.toMatchObject({ status: 403 });
});

test.for(singular)("$one.name throws a 404 error if no object has the id", async ({ one }, { world }) => {
  await expect(one.run({ ...placeOf(world, one.reading), id: "none" })).rejects.toMatchObject({
    name: "GatewayError",
    status: 404,
    message: expect.stringMatching(/^get\w+: no object has the id "none"\. GET \/.* returned 404/),
  });
});

test("a unit test of a program can construct a GatewayError", () => {
  const error = new gateway.GatewayError("no", { method: "GET", path: "/", outcome: "unknown", status: 404 });
  expect(error).toMatchObject({ message: "no", name: "GatewayError", status: 404, requestId: undefined });
});
