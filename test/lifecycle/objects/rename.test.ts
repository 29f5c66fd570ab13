import { expect, test, vi } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { createdSource } from "../../../provider/lifecycle/sources.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway } from "../support/fake-gateway.ts";
import { Process } from "../support/process.ts";

const inputs = { workspaceId: "w-1", content: "Be brief." };
const noRetries = { retryBudget: 0 };

/** A run that renames prompts on a gateway that refuses a name which another one has. */
class Renaming {
  readonly gateway = new FakeGateway(new VirtualIo());
  readonly names: string[] = [];
  /** What is done with a change before the gateway gets it. */
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

  /** Renames all in this order. */
  async renameAll(names: readonly string[], order = [...names.keys()]): Promise<void> {
    await this.plan(names);
    await Promise.all(order.map((index) => this.rename(index, names[index] ?? "")));
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

test("a rename that gets no answer holds up no other one", async () => {
  const run = new Renaming(["slow", "x", "y", "free"]);
  run.before = ({ path }) => (path.endsWith("-1") ? new Promise(() => undefined) : Promise.resolve());
  const names = ["never", "y", "z", "new"];
  void run.renameAll(names, [0]);
  await run.renameAll(names, [1, 2, 3]);
  expect(run.nowNamed).toEqual(["slow", "y", "z", "new"]);
});

test("a name whose object is being renamed is waited for", async () => {
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

test("a chain of names is passed on from its end, in whatever order the engine and the answers come", async () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];
  for (const slow of ["-1", "-2", "-3"]) {
    for (const order of orders) {
      const run = new Renaming(["x", "y", "z"]);
      const pause = new VirtualIo();
      run.before = ({ path }) => (path.endsWith(slow) ? pause.sleep(50) : Promise.resolve());
      await run.renameAll(["y", "z", "new"], order);
      expect(run.nowNamed).toEqual(["y", "z", "new"]);
    }
  }
});

test("a name is free when the object that has it goes while it is looked at", async () => {
  const run = new Renaming(["x", "y"]);
  run.before = async ({ path }) => {
    if (path.endsWith("-2")) run.rows.splice(1, 1);
  };
  await run.plan(["y", "z"]);
  await run.rename(0, "y");
  expect(run.nowNamed).toEqual(["y"]);
  expect(run.names).toEqual(["prompts-1: y", "prompts-2: z", "prompts-1: y"]);
});

test("a name that the gateway refuses to the object before fails the rename that waits for it, and both objects stay as they are", async () => {
  const run = new Renaming(["x", "y"]);
  run.before = async ({ path }) => {
    if (path.endsWith("-2")) run.gateway.faults = ["500 before"];
  };
  await run.plan(["y", "z"]);
  await expect(run.rename(0, "y")).rejects.toMatchObject({ status: 500 });
  expect(run.nowNamed).toEqual(["x", "y"]);
});

test.each([
  ["another object keeps", ["y"]],
  ["goes round, which no diff has refused,", ["y", "x"]],
])(
  "a name that %s is refused with its id, and with what to do if the two depend on each other",
  async (_what, names) => {
    const run = new Renaming(["x", "y"]);
    await run.plan(names);
    await expect(run.rename(0, "y")).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /name is taken.*id prompts-[12] has that name.*must not depend on this one.*drop the dependency, or give one of the two a temporary name, run `pulumi up`/,
      ),
    });
    expect(run.nowNamed).toEqual(["x", "y"]);
  },
);

test("values that another object gave up after the 409 are sent again, although a third object has the same name", async () => {
  const gateway = new FakeGateway(new VirtualIo());
  let refusals = 1;
  const wire: Send = async (exchange) =>
    exchange.method === "PATCH" && refusals-- > 0 ? reply(409, { message: "taken" }) : gateway.send(exchange);
  const run = new Process(wire, new VirtualIo(), noRetries);
  for (const environment of ["STAGING", "DEVELOPMENT"]) {
    gateway.put("prompts", { workspace_id: "w-1", name: "tone", environment, content: "Be brief." });
  }
  const olds = { ...inputs, name: "tone", environment: "STAGING" };
  const news = { ...olds, environment: "PRODUCTION" };
  const context = run.context(prompt, news);
  run.registry.take(context.collection, "prompts-1", "kept");
  run.registry.planned.declare(prompt, "prompts-1", news);
  run.registry.planned.change(prompt, "prompts-1", ["environment"]);
  const change = { set: { environment: "PRODUCTION" }, reset: [], olds, news };
  await createdSource.update(context, "prompts-1", change);
  expect(gateway.rows("prompts").map(({ environment }) => environment)).toEqual([
    "PRODUCTION",
    "DEVELOPMENT",
  ]);
});
