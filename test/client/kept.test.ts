import { expect, test } from "vitest";
import { Client } from "../../provider/client/client.js";
import { type Failure, mayHaveHappened, RequestError } from "../../provider/client/http/errors.js";
import { Lists } from "../../provider/client/lists.js";
import { reply } from "./support/reply.ts";
import { testSettings } from "./support/settings.ts";
import { VirtualIo } from "./support/virtual-io.ts";

const lost: Failure = { method: "PATCH", path: "/models/1", outcome: "unknown", said: "lost" };

test.each<[string, unknown, boolean]>([
  ["a lost write", new RequestError(lost), true],
  ["a lost write that was answered", new RequestError({ ...lost, status: 502 }), true],
  ["a lost read", new RequestError({ ...lost, method: "GET" }), false],
  ["a refused write", new RequestError({ ...lost, outcome: "rejected", status: 400 }), false],
  ["a write that was not sent", new RequestError({ ...lost, outcome: "not-sent" }), false],
  ["a lost sign-in before a write", new RequestError({ ...lost, signIn: true }), false],
  ["a mistake of ours", new TypeError("x"), false],
  ["nothing", undefined, false],
])("after %s the gateway may have changed something: %s", (_what, error, may) => {
  expect(mayHaveHappened(error)).toBe(may);
});

test("a secret that becomes known in a run is covered from then on, in lines, bodies and errors", async () => {
  const client = new Client(testSettings(), new VirtualIo(), async () =>
    reply(400, { message: "sk-issued-1 is in use" }),
  );
  expect(client.cover("sk-issued-1")).toBe("sk-issued-1");
  client.keepSecret("sk-issued-1");
  expect(client.cover("it is sk-issued-1.")).toBe("it is [secret].");
  expect(client.describe({ message: "sk-issued-1 is in use" })).toBe("[secret] is in use");
  await expect(client.send({ method: "POST", path: "/keys" })).rejects.toThrow(
    "answered 400: [secret] is in use",
  );
});

test("the account is read by GET, and so are the holders", async () => {
  const sent: string[] = [];
  const client = new Client(testSettings(), new VirtualIo(), async ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return reply(200, path === "/user" ? { id: "a-1" } : { data: [], total: 0 });
  });
  await client.account();
  await client.holders({
    what: "workspace",
    field: "workspaceId",
    list: "/workspaces",
    scope: "w",
    id: "w-1",
  });
  expect(sent).toEqual(["GET /user", "GET /workspaces"]);
});

const rows = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })), complete: true });

test("a list that was read is known until it is forgotten or written", async () => {
  const lists = new Lists();
  let loads = 0;
  const load = async () => {
    loads++;
    return rows("1");
  };
  expect(lists.known("models")).toBeUndefined();
  const read = lists.read("models", load);
  expect(lists.known("models")).toBe(read);
  lists.forget("models");
  expect(lists.known("models")).toBeUndefined();
  expect(lists.written("models")).toBe(false);
  await lists.read("models", load);
  expect(loads).toBe(2);
  lists.write("models");
  expect(lists.known("models")).toBeUndefined();
  expect(lists.written("models")).toBe(true);
});

test("a row is found by its id in the list that was read, and in no other", () => {
  const lists = new Lists();
  const [first, second] = [rows("1", "2"), rows("2", "3")];
  expect(lists.row(first, "1")).toBe(first.rows[0]);
  expect(lists.row(first, "2")).toBe(first.rows[1]);
  expect(lists.row(second, "2")).toBe(second.rows[0]);
  expect(lists.row(second, "1")).toBeUndefined();
});

test("the rows of a list are looked through once, however many are asked for", () => {
  const lists = new Lists();
  let looks = 0;
  const row = {
    get id() {
      looks++;
      return "1";
    },
  };
  const list = { rows: [row], complete: true };
  for (let count = 0; count < 10; count++) {
    expect(lists.row(list, "1")).toBe(row);
  }
  expect(looks).toBeLessThan(5);
});

test("a list that is expected twice is loaded ahead once", async () => {
  const lists = new Lists();
  const loaded: string[] = [];
  const load = (name: string) => async () => {
    loaded.push(name);
    return rows(name);
  };
  for (let count = 0; count < 2; count++) {
    lists.expect("models", "a", load("a"));
    lists.expect("models", "b", load("b"));
    lists.expect("models", "c", load("c"));
  }
  await lists.read("a", load("a"));
  lists.forget("b");
  await lists.read("c", load("c"));
  expect(loaded).toEqual(["a", "b", "c"]);
});
