import { beforeAll, expect, test } from "vitest";
import * as gateway from "../../provider/index.js";
import { decodeCheckHints, type Values } from "../../provider/spec/values.js";
import { mocked, type Registration, resolved } from "./support/mocked.ts";

let registered: Map<string, Registration>;

beforeAll(async () => {
  registered = await mocked();
});

const args = {
  workspaceId: "w",
  providerId: "p",
  name: "large",
  displayName: "Large",
  type: "chat",
  inputCost: 1,
  outputCost: 2,
  contextWindow: 8,
} as const;

async function usedOf(model: gateway.Model): Promise<unknown> {
  const name = String(await resolved(model.urn))
    .split("::")
    .at(-1);
  const { inputs = {} } = registered.get(name ?? "") ?? {};
  return decodeCheckHints(inputs as Values).used;
}

test("a resource is registered with the names of the outputs that the program reads of it, wherever it reads them", async () => {
  const model = new gateway.Model("read", args);
  new gateway.Mapping("route", { workspaceId: "w", sourceName: "large", targetModel: model.gatewayName });
  await Promise.resolve();
  expect(model.createdAt).toBeDefined();
  expect(await usedOf(model)).toEqual(["gatewayName", "createdAt"]);
});

test("one of which nothing is read, or that is only looked up, tells none", async () => {
  expect(await usedOf(new gateway.Model("unread", args))).toEqual([]);
  expect(await usedOf(gateway.Model.get("found", "m", { workspaceId: "w" }))).toBeUndefined();
});

test("a program sees one output, however often it reads it, beside all other properties", () => {
  const model = new gateway.Model("seen", args);
  expect(model.gatewayName).toBe(model.gatewayName);
  expect(Object.keys(model)).toEqual(
    expect.arrayContaining(["name", "gatewayName", "createdAt", "updatedAt"]),
  );
});
