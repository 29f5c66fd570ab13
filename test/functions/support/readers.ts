import { randomUUID } from "node:crypto";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks.js";
import { test as base } from "vitest";
import { isJsonObject, type JsonObject } from "../../../provider/text/json.js";
import type { Variants } from "../../contract/support/variants.ts";
import { world } from "../../contract/support/world.ts";
import type { Gateway } from "../../gateway/index.ts";
import { data } from "../../kinds/data.ts";
import type { References } from "../../kinds/kind-data.ts";

/** A gateway with objects of every kind, and a connection of this process that leads to it. */
export interface Readers {
  readonly gateway: Gateway;
  readonly refs: References;
  readonly connection: string;
  /** The workspace that most of them are in. */
  readonly place: { readonly connection: string; readonly workspaceId: string };
  /** Creates something as the console does. */
  make(path: string, body: JsonObject): Promise<string>;
  /** The requests since the last call, as "path?query". */
  asked(): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * While it is there, the SDK's mocks are taken for the engine, which they play for a whole program: functions read the gateway.
 *
 * @param scopes - those of the token, all if left out
 */
export async function readers(variant: Variants = {}, scopes?: string[]): Promise<Readers> {
  const { gateway, refs, [Symbol.asyncDispose]: dispose } = await world(variant);
  const connection = `c${randomUUID().replaceAll("-", "")}`;
  const prefix = `WORKSPACE_GATEWAY_${connection.toUpperCase()}`;
  process.env[`${prefix}_BASE_URL`] = gateway.baseUrl;
  process.env[`${prefix}_ACCESS_TOKEN`] = gateway.token(scopes === undefined ? {} : { scopes });
  const make = async (path: string, body: JsonObject) => {
    const { status, body: answer } = await gateway.console("POST", path, body);
    if (status >= 300) {
      throw new Error(
        `console POST ${path} answered ${status}: does the kind's \`seed\` in test/kinds/data have what it needs?`,
      );
    }
    const row = isJsonObject(answer) && isJsonObject(answer.data) ? answer.data : answer;
    return isJsonObject(row) ? String(row.id) : "";
  };
  await fill(gateway, refs, make);
  gateway.log.clear();
  Object.defineProperty(MockMonitor, Symbol.hasInstance, { value: () => false, configurable: true });
  return {
    gateway,
    refs,
    connection,
    place: { connection, workspaceId: refs.workspaceId },
    make,
    asked: () => {
      const entries = gateway.log.entries();
      gateway.log.clear();
      return entries.map(({ path, query }) => {
        const search = new URLSearchParams(query).toString();
        return search === "" ? path : `${path}?${search}`;
      });
    },
    [Symbol.asyncDispose]: async () => {
      Reflect.deleteProperty(MockMonitor, Symbol.hasInstance);
      delete process.env[`${prefix}_BASE_URL`];
      delete process.env[`${prefix}_ACCESS_TOKEN`];
      await dispose();
    },
  };
}

/** A test that has readers of its own, if it asks for its `world`, or for the `place` of one. */
export const test = base
  .extend("world", async ({ task: _task }, { onCleanup }): Promise<Readers> => {
    const world = await readers();
    onCleanup(() => world[Symbol.asyncDispose]());
    return world;
  })
  .extend("place", ({ world }) => world.place);

/** Two objects of every kind that the world does not have yet; values that a gateway has nothing to tidy on. */
async function fill(gateway: Gateway, refs: References, make: Readers["make"]): Promise<void> {
  const workspace_id = refs.workspaceId;
  for (const name of ["tone", "style"]) {
    for (const { collection, seed } of data) {
      if (collection !== undefined && seed !== undefined)
        await make(collection.path, { workspace_id, ...seed(name, refs) });
    }
    gateway.seed.workflow(workspace_id, { name });
  }
  gateway.seed.workflow(refs.otherWorkspaceId, { name: "tone elsewhere" });
  gateway.seed.metrics(3);
  await gateway.idle();
}
