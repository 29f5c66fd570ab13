import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/http/exchange.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { siteIndex } from "../../../provider/kinds/site-index.js";
import { SettledBadly, settle } from "../../../provider/lifecycle/hooks/settle.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { Wire } from "../support/wire.ts";

const declared = { workspaceId: "w-1", url: "https://docs.test" };
const is = (status: string, more: JsonObject = {}) => ({ id: "i-1", workspace_id: "w-1", status, ...more });
const path = "GET /indexes/i-1";

function waiting(
  answers: Reply | Reply[],
  state: object = {},
  first: JsonObject = is("PENDING"),
  kind: Kind = siteIndex,
) {
  const io = new VirtualIo();
  const values = { ...declared, ...state };
  const wire = new Wire({
    [path]: answers,
    "GET /indexes": reply(200, []),
    "GET /workspaces": reply(200, [{ id: "w-1" }]),
  });
  const target = new Process(wire.send, io).target(kind, values);
  const began = io.now();
  return { io, wire, began, settled: settle(target, "i-1", first, values) };
}

test("what is under way is waited for, each look telling how far it is", async () => {
  const answers = [
    reply(200, is("INDEXING", { page_count: 2 })),
    reply(200, is("INDEXED", { page_count: 3 })),
  ];
  const { io, settled } = waiting(answers);
  expect(await settled).toEqual(is("INDEXED", { page_count: 3 }));
  expect(io.progressed).toEqual(["PENDING, 0 pages", "INDEXING, 2 pages"]);
});

test("what has settled already is not asked for again", async () => {
  const { wire, settled } = waiting([], {}, is("INDEXED"));
  expect(await settled).toEqual(is("INDEXED"));
  expect(wire.calls).toEqual([]);
});

test("a status that this version does not know is carried through", async () => {
  expect(await waiting([], {}, is("SLEEPING")).settled).toEqual(is("SLEEPING"));
});

test("a program that does not want to wait does not, and a kind that never settles never waits", async () => {
  for (const { wire, settled } of [
    waiting([], { waitForIndexed: false }),
    waiting([], {}, is("PENDING"), mapping),
  ]) {
    expect(await settled).toEqual(is("PENDING"));
    expect(wire.calls).toEqual([]);
  }
});

test.each([
  [{ indexingTimeout: 60 }, 60],
  [{}, 600],
])("the wait ends with what to do, and never later than %o allows", async (state, seconds) => {
  const { io, began, settled } = waiting(reply(200, is("INDEXING")), state);
  await expect(settled).rejects.toThrow(
    new RegExp(
      `INDEXING after ${seconds} s.*next \`pulumi up\` waits for it again.*indexingTimeout.*waitForIndexed: false`,
    ),
  );
  expect(io.now() - began).toBeLessThanOrEqual(seconds * 1000);
  expect(io.now() - began).toBeGreaterThan(seconds * 1000 - 10_001);
});

test.each([
  ["a text", "robots.txt forbids it", "robots.txt forbids it"],
  ["an object", { message: "too large" }, "too large"],
  ["nothing", null, "the gateway does not say why"],
])(
  "what ends badly says why, where the gateway gives %s, and that it will be made anew",
  async (_what, error, said) => {
    const { settled } = waiting(reply(200, is("FAILED", { error })));
    const failure = await settled.catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(SettledBadly);
    expect(String(failure)).toMatch(new RegExp(`ended as FAILED: ${said}.*creates it again`));
  },
);

test("what is deleted while it is waited for is an error with its id", async () => {
  await expect(waiting(reply(404)).settled).rejects.toThrow(
    "id i-1) was deleted while this run waited for it",
  );
});

test("a cancelled run does not wait until it has settled, and says that the next one goes on", async () => {
  const { io, wire, settled } = waiting(reply(200, is("INDEXING")));
  void io.sleep(60_000).then(() => io.cancel());
  await expect(settled).rejects.toThrow(
    /was INDEXING when the run was cancelled\. It goes on by itself: the next `pulumi up`/,
  );
  const looks = wire.calls.length;
  await io.sleep(600_000);
  expect(wire.calls).toHaveLength(looks);
});
