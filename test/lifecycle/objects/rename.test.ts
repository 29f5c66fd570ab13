import { expect, test, vi } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { createdSource } from "../../../provider/lifecycle/sources.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway } from "../support/fake-gateway.ts";
import { answering, Process } from "../support/process.ts";

const inputs = { workspaceId: "w-1", content: "Be brief." };
const noRetries = { retryBudget: 0 };

/** A run that renames prompts on a gateway that refuses a name which another one has. */
class Renaming {
  readonly gateway = new FakeGateway(new VirtualIo());
  readonly names: string[] = [];
  before: (exchange: Exchange) => Promise<void> = async () => undefined;
  private readonly process: Process;

  constructor(names: readonly string[]) {
    const wire: Send = async (exchange) => {
      if (exchange.method === "PATCH") {
        this.names.push(`${exchange.path.split("/").at(-1)}: ${String(exchange.body?.name)}`);
        await this.before(exchange);
        return this.isTaken(exchange)
          ? reply(409, { message: "name is taken" })
          : this.gateway.send(exchange);
      }
      return this.gateway.send(exchange);
    };
    this.process = new Process(wire, new VirtualIo(), noRetries);
    for (const name of names) {
      this.gateway.put("prompts", { workspace_id: "w-1", name, content: "Be brief." });
    }
  }

  get rows(): JsonObject[] {
    return this.gateway.rows("prompts");
  }

  get nowNamed(): unknown[] {
    return this.rows.map(({ name }) => name);
  }

  private isTaken({ path, body }: Exchange): boolean {
    return this.rows.some(({ id, name }) => name === body?.name && !path.endsWith(`/${String(id)}`));
  }

  /** The engine's diffs give these new names, by index. Then a first answer comes: until then, a client sends one request at a time. */
  async plan(names: readonly string[]): Promise<void> {
    const { registry } = this.process;
    for (const [index, name] of names.entries()) {
      const id = this.idOf(index);
      registry.take(this.process.context(prompt, inputs).collection, id, "kept");
      registry.planned.declare(prompt, id, { ...inputs, name });
      registry.planned.change(prompt, id, ["name"]);
    }
    await this.process.client.account();
  }

  async rename(index: number, name: string): Promise<unknown> {
    const news = { ...inputs, name };
    const olds = { ...inputs, name: String(this.rows[index]?.name) };
    const change = { set: { name }, reset: [], olds, news };
    return createdSource.update(this.process.context(prompt, news), this.idOf(index), change);
  }

  private idOf(index: number): string {
    return `prompts-${index + 1}`;
  }
}

test("a rename waits until the object that has the new name is itself renamed", async () => {
  const run = new Renaming(["x", "y"]);
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  run.before = ({ path }) => {
    if (!path.endsWith("-2")) return Promise.resolve();
    arrived.resolve();
    return answer.promise;
  };
  await run.plan(["y", "z"]);
  const second = run.rename(1, "z");
  await arrived.promise;
  const first = run.rename(0, "y");
  await vi.waitFor(() =>
    expect(run.gateway.requests.filter(({ path }) => path === "/prompts")).toHaveLength(1),
  );
  answer.resolve();
  await Promise.all([first, second]);
  expect(run.nowNamed).toEqual(["y", "z"]);
  expect(run.names).toEqual(["prompts-2: z", "prompts-1: y", "prompts-1: y"]);
});

test("a rename succeeds if the object that has the new name disappears in the meantime", async () => {
  const run = new Renaming(["x", "y"]);
  run.before = async ({ path }) => {
    if (path.endsWith("-2")) run.rows.splice(1, 1);
  };
  await run.plan(["y", "z"]);
  await run.rename(0, "y");
  expect(run.nowNamed).toEqual(["y"]);
  expect(run.names).toEqual(["prompts-1: y", "prompts-2: z", "prompts-1: y"]);
});

test.each([
  ["another object keeps", ["y"]],
  ["goes round, which no diff has refused,", ["y", "x"]],
])(
  "a rename to a name that %s is refused with the id of the other object and the remedies",
  async (_what, names) => {
    const run = new Renaming(["x", "y"]);
    await run.plan(names);
    await expect(run.rename(0, "y")).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /name is taken.*id prompts-[12] has that name.*must not depend on this resource.*Remove the dependency\. Alternatively, give one of the two a temporary name, run `pulumi up`/,
      ),
    });
    expect(run.nowNamed).toEqual(["x", "y"]);
  },
);

const tone = { ...inputs, name: "tone" };
const taken = reply(409, { message: "name is taken" });
const listed = (...ids: string[]) =>
  reply(200, { data: ids.map((id) => ({ id, name: "tone" })), total: ids.length });

/** A run that has deleted `p-1`, and then makes another object of its name, or gives the name to one. */
async function afterDelete(answers: Parameters<typeof answering>[0], how: "create" | "rename") {
  const { io, wire, process } = answering({ "DELETE /prompts/p-1": reply(204), ...answers });
  await process.release(prompt, "p-1", tone);
  const context = process.context(prompt, tone);
  const change = { set: { name: "tone" }, reset: [], olds: { ...tone, name: "old" }, news: tone };
  const work = how === "create" ? process.obtain(prompt, tone) : createdSource.update(context, "p-2", change);
  return { wire, io, work };
}

const made = reply(200, { data: { id: "p-2", ...tone } });

test.each([
  ["create", "POST /prompts"],
  ["rename", "PATCH /prompts/p-2"],
] as const)("a %s waits until the name of an object that this run deleted is free", async (how, call) => {
  // A list that lags may still show it.
  const answers = { [call]: [taken, taken, made], "GET /prompts": [listed("p-1"), listed("p-1"), listed()] };
  const { wire, io, work } = await afterDelete(answers, how);
  await work;
  expect(wire.calls.filter((each) => each === call)).toHaveLength(3);
  expect(io.progressed).toContain("waiting for the gateway to release the deleted object's name");
});

test("a create does not wait for a name that another object has taken in the meantime", async () => {
  const answers = { "POST /prompts": taken, "GET /prompts": [listed(), listed("p-9")] };
  const { wire, work } = await afterDelete(answers, "create");
  await expect(work).rejects.toThrow("already exists, with id p-9");
  expect(wire.calls.filter((call) => call === "POST /prompts")).toHaveLength(1);
});

test("a canceled run stops waiting for a name", async () => {
  const answers = { "POST /prompts": taken, "GET /prompts": listed() };
  const { wire, io, work } = await afterDelete(answers, "create");
  io.cancel();
  await expect(work).rejects.toThrow("the gateway has not released its name");
  expect(wire.calls.filter((call) => call === "POST /prompts")).toHaveLength(1);
});
