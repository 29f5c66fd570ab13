import { expect, test } from "vitest";
import type { Exchange, Send } from "../../provider/client/http/exchange.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { workspace } from "../../provider/kinds/workspace.js";
import { leadsElsewhere } from "../../provider/lifecycle/connection.js";
import { accountMark } from "../../provider/lifecycle/objects/account.js";
import { gatewayMark } from "../../provider/lifecycle/operation/gateway-mark.js";
import type { Kind } from "../../provider/spec/kind.js";
import { hidden, type Values } from "../../provider/spec/values.js";
import { reply } from "../client/support/reply.ts";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { Process } from "./support/process.ts";
import { TestSession } from "./support/test-session.ts";

/** The form in which a preview passes what is not known yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Where the connections of before are not set any more. */
class Forgetful extends TestSession {
  override gatewayOf(): string | undefined {
    return undefined;
  }
}

/** A gateway behind the new connection: whose token it has, and which workspaces and prompts it shows. */
function gateway({ account = "a-1", shown = ["x-1"] }: { account?: string; shown?: string[] } = {}) {
  const asked: string[] = [];
  const wire: Send = async ({ method, path }: Exchange) => {
    asked.push(`${method} ${path}`);
    const rows = shown.map((id) => ({ id, name: id }));
    if (path === "/user") {
      return reply(200, { data: { id: account } });
    }
    return /^\/(workspaces|prompts)$/.test(path)
      ? reply(200, { data: path === "/workspaces" ? [...rows, { id: "w-1" }] : rows, total: rows.length })
      : reply(404);
  };
  return { asked, process: new Process(wire, new VirtualIo()) };
}

async function elsewhere(
  kind: Kind,
  before: Values,
  now: Values,
  there = gateway(),
  Kept: typeof TestSession = Forgetful,
) {
  const result = await leadsElsewhere(kind, new Kept(there.process), "x-1", before, now);
  return { result, asked: there.asked };
}

const marks = async ({ process } = gateway()) => {
  const target = process.target(workspace, {});
  return {
    [hidden.gateway]: gatewayMark(process.client),
    [hidden.account]: (await accountMark(target)) ?? null,
  };
};

const declared = { workspaceId: "w-1", name: "tone", content: "x" };

test("the same connection leads to the same place, and nobody is asked", async () => {
  const same = { ...declared, connection: "eu", [hidden.gateway]: "another mark" };
  expect(await elsewhere(prompt, same, same)).toEqual({ result: false, asked: [] });
});

test("a connection that is not known yet may lead anywhere, and nobody is asked", async () => {
  const now = { ...declared, connection: unknown };
  expect(await elsewhere(prompt, { ...declared, ...(await marks()) }, now)).toEqual({
    result: true,
    asked: [],
  });
});

test("another name of the same gateway leads to the same place, and nobody is asked", async () => {
  const before = { ...declared, ...(await marks()) };
  expect(await elsewhere(prompt, before, { ...declared, connection: "eu" })).toEqual({
    result: false,
    asked: [],
  });
});

test("another gateway is another place, and nobody is asked", async () => {
  const before = { ...declared, [hidden.gateway]: "of another gateway" };
  expect(await elsewhere(prompt, before, { ...declared, connection: "eu" })).toEqual({
    result: true,
    asked: [],
  });
});

test("the mark in the state goes before what the old connection is set to now", async () => {
  const before = { ...declared, [hidden.gateway]: "of another gateway" };
  const { result } = await elsewhere(
    prompt,
    before,
    { ...declared, connection: "eu" },
    gateway(),
    TestSession,
  );
  expect(result).toBe(true);
});

test.each([
  ["is there", ["x-1"], false],
  ["is not there", ["x-2"], true],
])(
  "without a mark and without the old connection the gateway tells: the object %s",
  async (_where, shown, result) => {
    const now = { ...declared, connection: "eu" };
    const told = await elsewhere(prompt, declared, now, gateway({ shown }));
    expect(told.result).toBe(result);
    expect(told.asked).toContain("GET /prompts");
  },
);

const team = { name: "Team" };
const moved = { ...team, connection: "eu" };

test("what belongs to an account is elsewhere for another one that does not see it", async () => {
  const before = { ...team, ...(await marks()) };
  const other = gateway({ account: "a-2", shown: ["x-2"] });
  expect((await elsewhere(workspace, before, moved, other)).result).toBe(true);
});

test("what both accounts see is one place", async () => {
  const before = { ...team, ...(await marks()) };
  expect((await elsewhere(workspace, before, moved, gateway({ account: "a-2" }))).result).toBe(false);
});

test("the account that wrote it finds it in its place, and no list is read", async () => {
  const before = { ...team, ...(await marks()) };
  const same = gateway({ shown: ["x-2"] });
  expect(await elsewhere(workspace, before, moved, same)).toEqual({ result: false, asked: ["GET /user"] });
});

test("where nobody noted the account, it stays in its place, and nobody is asked", async () => {
  const { [hidden.account]: _writer, ...before } = await marks();
  const other = gateway({ account: "a-2", shown: ["x-2"] });
  expect(await elsewhere(workspace, { ...team, ...before }, moved, other)).toEqual({
    result: false,
    asked: [],
  });
});
