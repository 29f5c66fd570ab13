import { expect, test } from "vitest";
import type { Reply } from "../../../provider/client/exchange.js";
import { siteIndex } from "../../../provider/kinds/site-index.js";
import { WorkFailed, waitUntilDone } from "../../../provider/lifecycle/write.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { answering } from "../support/process.ts";

const declared = { workspaceId: "w-1", url: "https://docs.test" };
const is = (status: string, more: JsonObject = {}) => ({ id: "i-1", workspace_id: "w-1", status, ...more });

function waiting(answers: Reply | Reply[], state: object = {}, first = is("PENDING")) {
  const values = { ...declared, ...state };
  const { io, wire, process } = answering({
    "GET /indexes/i-1": answers,
    "GET /indexes": reply(200, []),
    "GET /workspaces": reply(200, [{ id: "w-1" }]),
  });
  const began = io.now();
  return { io, wire, began, done: waitUntilDone(process.context(siteIndex, values), "i-1", first, values) };
}

test("an unfinished object is waited for, and each check reports its progress", async () => {
  const rows = [is("INDEXING", { page_count: 2 }), is("INDEXED", { page_count: 3 })];
  const answers = rows.map((row) => reply(200, row));
  const { io, done } = waiting(answers);
  expect(await done).toEqual(is("INDEXED", { page_count: 3 }));
  expect(io.progressed).toEqual(["PENDING, 0 pages", "INDEXING, 2 pages"]);
});

test.each(["INDEXED", "SLEEPING"])(
  "an object that is %s, which is done or unknown to this version, is not read again",
  async (status) => {
    const { wire, done } = waiting([], {}, is(status));
    expect(await done).toEqual(is(status));
    expect(wire.calls).toEqual([]);
  },
);

test.each([
  [{ indexingTimeout: 60 }, 60],
  [{}, 600],
])("the wait ends with advice, and never later than %o allows", async (state, seconds) => {
  const { io, began, done } = waiting(reply(200, is("INDEXING")), state);
  await expect(done).rejects.toThrow(
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
  ["nothing", null, "the gateway gave no reason"],
])(
  "a failure says why when the gateway gives %s, and that the object will be recreated",
  async (_what, error, said) => {
    const { done } = waiting(reply(200, is("FAILED", { error })));
    const failure = await done.catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(WorkFailed);
    expect(String(failure)).toMatch(new RegExp(`ended with the status FAILED: ${said}.*recreates it`));
  },
);

test("an object that is deleted during the wait causes an error with its id", async () => {
  await expect(waiting(reply(404)).done).rejects.toThrow("id i-1) was deleted while this run waited for it");
});

test("a canceled run does not wait for the work, and says that the next run continues", async () => {
  const { io, wire, done } = waiting(reply(200, is("INDEXING")));
  void io.sleep(60_000).then(() => io.cancel());
  await expect(done).rejects.toThrow(
    /was INDEXING when the run was canceled\. The work continues on the gateway, and the next `pulumi up`/,
  );
  const looks = wire.calls.length;
  await io.sleep(600_000);
  expect(wire.calls).toHaveLength(looks);
});
