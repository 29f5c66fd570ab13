import { expect, test } from "vitest";
import type { Reply, Send } from "../../../provider/client/exchange.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import {
  accountMark,
  assertAccountAllowed,
  markAfterwards,
  priorMark,
} from "../../../provider/lifecycle/observe.js";
import { hidden } from "../../../provider/spec/values.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";

/** An object on a gateway that answers so when it is asked whose token it is. */
function on(answer: Reply | Error, allowedAccounts?: string[]) {
  const wire: Send = async () => {
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };
  const settings = allowedAccounts === undefined ? {} : { allowedAccounts };
  return new Process(wire, new VirtualIo(), settings).context(prompt, { workspaceId: "w-1" });
}

const known = (id: unknown) => reply(200, { data: { id, email: "ada@example.com" } });
const lost = networkError({ method: "GET", path: "/user" }, "not-sent");

test("the mark of an account is the same every time, and another one for another account", async () => {
  const [first, again, other] = await Promise.all(
    ["a-1", "a-1", "a-2"].map((id) => accountMark(on(known(id)))),
  );
  expect(first).toMatch(/^\w+$/);
  expect(first).not.toContain("a-1");
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each([403, 404, 500])(
  "a gateway that answers %i does not say whose token it is: there is no mark",
  async (status) => {
    expect(await accountMark(on(reply(status)))).toBeUndefined();
  },
);

test("before a write, a gateway that does not answer is an error; after one the mark is left out", async () => {
  await expect(accountMark(on(lost))).rejects.toThrow("no answer");
  expect(await markAfterwards(on(lost))).toBeUndefined();
  expect(await markAfterwards(on(known("a-1")))).toBe(await accountMark(on(known("a-1"))));
});

test("a mistake of ours is never hidden by a write that is done", async () => {
  const mistake = new TypeError("x is not a function");
  await expect(markAfterwards(on(mistake))).rejects.toBe(mistake);
});

test("only a text in the state is a mark", () => {
  expect(priorMark({ [hidden.account]: "m" })).toBe("m");
  expect(priorMark({ [hidden.account]: 7 })).toBeUndefined();
  expect(priorMark({})).toBeUndefined();
});

test("where accounts are named, another one is refused with both ways to go on", async () => {
  await expect(assertAccountAllowed(on(known("a-1"), ["a-1", "a-2"]))).resolves.toBeUndefined();
  const refused = assertAccountAllowed(on(known("a-9"), ["a-1", "a-2"]));
  await expect(refused).rejects.toThrow(/a-1, a-2/);
  await expect(refused).rejects.toThrow(
    /Set WORKSPACE_GATEWAY_ACCESS_TOKEN.* to a token of .* or change WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS/,
  );
});

test("where no account is named, nobody is asked", async () => {
  await expect(assertAccountAllowed(on(new Error("asked")))).resolves.toBeUndefined();
});
