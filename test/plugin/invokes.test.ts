import { describe, expect } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { getBudget, getUser } from "../../provider/index.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { handlersOf } from "../../provider/lifecycle/handlers.js";
import { Session } from "../../provider/lifecycle/session.js";
import { functions, invoke } from "../../provider/plugin/invokes.js";
import { nativeToken } from "../../provider/spec/token.js";
import type { Values } from "../../provider/spec/values.js";
import { cases, placeOf, rowsAt, singular, test } from "../functions/support/readers.ts";
import { objectMisfits, published } from "./support/published-schema.ts";

function sessionOf(): Session {
  return new Session(kinds, process.env);
}

function resultSpec(name: string) {
  return (
    published.functions[nativeToken(name)]?.outputs ?? expect.unreachable(`${name} is not in the schema`)
  );
}

test.for(cases)("invoke returns all $name as the program's function does", async ({ many }, { world }) => {
  const args = placeOf(world, many.reading);
  const answer = await invoke(nativeToken(many.name), args, sessionOf());
  expect(answer).toEqual({ items: await many.run(args) });
  expect(objectMisfits(resultSpec(many.name), answer, many.name)).toEqual([]);
});

test.for(singular)("invoke returns one of $name as the program does", async ({ one, table }, { world }) => {
  const [row] = rowsAt(world, table, one.reading);
  const args = { ...placeOf(world, one.reading), id: String(row?.id) };
  const answer = await invoke(nativeToken(one.name), args, sessionOf());
  expect(answer).toEqual(await one.run(args));
  expect(objectMisfits(resultSpec(one.name), answer, one.name)).toEqual([]);
});

test("invoke returns the same budget and user as the program's functions", async ({ world }) => {
  const { connection, refs } = world;
  const { workspaceId } = refs;
  const session = sessionOf();
  const budget = await invoke(nativeToken("getBudget"), { connection, workspaceId }, session);
  expect(budget).toEqual(await getBudget({ connection, workspaceId }));
  expect(objectMisfits(resultSpec("getBudget"), budget, "getBudget")).toEqual([]);
  const user = await invoke(nativeToken("getUser"), { connection }, session);
  expect(user).toEqual(await getUser({ connection }));
  expect(objectMisfits(resultSpec("getUser"), user, "getUser")).toEqual([]);
});

describe("wrong arguments", () => {
  const wrong: Values[] = [{ colour: 1 }, { workspaceId: 7 }, { connection: "" }, { id: "x", name: "y" }];
  const readings = cases.flatMap(({ one, many }) => (one === undefined ? [many] : [one, many]));

  test.each(readings)("of $name are refused as in a program", async ({ name, run }) => {
    for (const args of wrong) {
      const said = await run(args).catch((error: Error) => error.message);
      const reason = String(said).replace(/ \(\S+:\d+:\d+\)$/, "");
      await expect(invoke(nativeToken(name), args, sessionOf())).rejects.toThrow(reason);
    }
  });
});

test("an unknown function is refused with the list of functions", async () => {
  for (const token of [nativeToken("getNothing"), "getModel", "workspace-gateway:index/getModel:getModel"]) {
    await expect(invoke(token, {}, sessionOf())).rejects.toThrow(
      `Unknown function ${token}. The functions are: ${[...functions.keys()].join(", ")}.`,
    );
  }
});

test("connection is refused together with an explicit provider", async ({ world }) => {
  const settings: Record<string, string> = {
    "workspace-gateway:baseUrl": world.gateway.baseUrl,
    "workspace-gateway:accessToken": world.gateway.token({ user: "member" }),
  };
  const session = new Session(kinds, process.env);
  session.configure((key) => settings[key], "eu");
  const { connection } = world;
  await expect(invoke(nativeToken("getUser"), { connection }, session)).rejects.toThrow(
    'getUser: connection has no effect when combined with the provider "eu"',
  );
  const user = await invoke(nativeToken("getUser"), {}, session);
  expect(user.id).toBe(world.gateway.account("member").id);
});

test("ten calls that read the same list send one request until a write", async ({ world }) => {
  const session = sessionOf();
  const { place } = world;
  const names = async () => {
    const { items } = await invoke(nativeToken("getPrompts"), place, session);
    return JSON.stringify(items);
  };
  await Promise.all(Array.from({ length: 9 }, names));
  expect(await names()).not.toContain('"late"');
  expect(world.asked()).toEqual([`/prompts?workspace_id=${place.workspaceId}`]);
  await handlersOf(prompt, session).create({ ...place, name: "late", content: "Late." });
  expect(await names()).toContain('"late"');
});
