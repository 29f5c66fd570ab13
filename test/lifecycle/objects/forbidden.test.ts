import { expect, test } from "vitest";
import { RequestError, type Send } from "../../../provider/client/exchange.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { quota } from "../../../provider/kinds/quota.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { forbidden } from "../../../provider/lifecycle/observe.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";

const lists = "/workspaces";

function refusal(status: number, remedy?: string): RequestError {
  const failure = { method: "GET", path: "/prompts/p-1", outcome: "rejected", said: "no", status } as const;
  return new RequestError(remedy === undefined ? failure : { ...failure, remedy });
}

/** What becomes of an error of an object in w-1, on a gateway that shows these workspaces. */
async function judged(
  error: unknown,
  shown: { rows?: string[]; total?: number; status?: number },
  [kind, id, values]: [Kind, string, Values] = [prompt, "p-1", { workspaceId: "w-1" }],
) {
  const asked: string[] = [];
  const wire: Send = async ({ method, path }) => {
    asked.push(`${method} ${path}`);
    const rows = (shown.rows ?? []).map((each) => ({ id: each }));
    return reply(path === lists ? (shown.status ?? 200) : 404, {
      data: rows,
      total: shown.total ?? rows.length,
    });
  };
  const result = await forbidden(new Process(wire, new VirtualIo()).context(kind, values), id, error);
  return { result, asked };
}

test("a 403 in a workspace that the account does not see says how to go on if it was deleted", async () => {
  const error = refusal(403, "Ask for the scope.");
  const { result } = await judged(error, { rows: ["w-2"] });
  expect(result).toMatchObject({ status: 403, outcome: "rejected", cause: error });
  const said = String(result);
  for (const part of [
    "Ask for the scope. The workspace w-1 is not among those that this account sees.",
    "with everything that depends on it: `pulumi state delete --target-dependents <URN>`",
    "The URN is that of the workspace, or of this resource if the workspace is not in the stack",
    "`pulumi stack --show-urns` shows them.",
  ]) {
    expect(said).toContain(part);
  }
});

test("without a remedy of its own the 403 has this one alone", async () => {
  const { result } = await judged(refusal(403), { rows: [] });
  expect(result instanceof RequestError && result.failure.remedy).toMatch(/^The workspace w-1 is not among/);
});

test("a workspace is told of itself", async () => {
  const { result } = await judged(refusal(403), { rows: ["w-1"] }, [workspace, "w-9", { name: "Team" }]);
  expect(String(result)).toContain("The workspace w-9 is not among those that this account sees");
});

test.each([
  ["the account sees its workspace", { rows: ["w-1"] }],
  ["the list of workspaces was cut, which tells nothing", { rows: ["w-2"], total: 5 }],
  ["the list of workspaces is refused, which tells nothing", { status: 403 }],
])("a 403 stays what it is if %s", async (_why, shown) => {
  const error = refusal(403);
  expect((await judged(error, shown)).result).toBe(error);
});

test.each<[Error, Parameters<typeof judged>[2]?]>([
  [refusal(404)],
  [refusal(500)],
  [new Error("x")],
  [refusal(403), [quota, "q-1", {}]], // which is in no workspace
])("%s stays what it is, and nothing is asked", async (error, object) => {
  expect(await judged(error, { rows: [] }, object)).toEqual({ result: error, asked: [] });
});
