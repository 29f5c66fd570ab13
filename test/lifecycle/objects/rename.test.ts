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

  /** What the engine's diff of a resource tells the run. */
  planRename(index: number): void {
    const { registry } = this.process;
    const id = this.idOf(index);
    registry.keep(this.process.context(prompt, inputs).collection, id);
    registry.planned.change(prompt, id, ["name"]);
  }

  /** Plans the renaming of these, and hears a first answer: until then, a client sends one request at a time. */
  async begin(...indexes: number[]): Promise<void> {
    for (const index of indexes) this.planRename(index);
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

test("a rename that gets no answer holds up no other one, nor a change of names", async () => {
  const run = new Renaming(["slow", "x", "y", "free"]);
  run.before = ({ path }) => (path.endsWith("-1") ? new Promise(() => undefined) : Promise.resolve());
  await run.begin(0, 1, 2, 3);
  void run.rename(0, "never");
  await Promise.all([run.rename(1, "y"), run.rename(2, "x"), run.rename(3, "new")]);
  expect(run.nowNamed).toEqual(["slow", "y", "x", "new"]);
});

test("an object gets no temporary name while its own rename is under way: the name is waited for", async () => {
  const run = new Renaming(["x", "y"]);
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  run.before = ({ path }) => {
    if (!path.endsWith("-2")) return Promise.resolve();
    arrived.resolve();
    return answer.promise;
  };
  await run.begin(0, 1);
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

test("an object that has got its name at last is given no other one, in whatever order answers come", async () => {
  for (const slow of ["-1", "-2", "-3"]) {
    const run = new Renaming(["x", "y", "z"]);
    const pause = new VirtualIo();
    run.before = ({ path }) => (path.endsWith(slow) ? pause.sleep(50) : Promise.resolve());
    await run.begin(0, 1, 2);
    await Promise.all([run.rename(0, "y"), run.rename(1, "z"), run.rename(2, "x")]);
    expect(run.nowNamed).toEqual(["y", "z", "x"]);
  }
});

test("a name is free when the object that has it goes while it is looked at", async () => {
  const run = new Renaming(["x", "y"]);
  run.before = async ({ path }) => {
    if (path.endsWith("-2")) run.rows.splice(1, 1);
  };
  for (const index of [0, 1]) run.planRename(index);
  await run.rename(0, "y");
  expect(run.nowNamed).toEqual(["y"]);
  expect(run.names).toEqual(["prompts-1: y", expect.stringMatching(/^prompts-2: y-/), "prompts-1: y"]);
});

test("a temporary name that the gateway refuses fails the rename that needs it, and both objects stay as they are", async () => {
  const run = new Renaming(["x", "y"]);
  run.before = async ({ path }) => {
    if (path.endsWith("-2")) run.gateway.faults = ["500 before"];
  };
  for (const index of [0, 1]) run.planRename(index);
  await expect(run.rename(0, "y")).rejects.toMatchObject({ status: 500 });
  expect(run.nowNamed).toEqual(["x", "y"]);
});

test("a name that another object keeps is refused with its id, and with what to do if the two depend on each other", async () => {
  const run = new Renaming(["x", "y"]);
  run.planRename(0);
  await expect(run.rename(0, "y")).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /name is taken.*id prompts-2 has that name.*must not depend on this one.*drop the dependency, or give one of the two a third name, run `pulumi up`/,
    ),
  });
  expect(run.nowNamed).toEqual(["x", "y"]);
});
