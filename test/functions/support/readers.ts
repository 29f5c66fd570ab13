import { randomUUID } from "node:crypto";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks.js";
import { test as base } from "vitest";
import { type FunctionSpec, functionOf, type ReadOptions } from "../../../provider/functions/read/call.js";
import type { Reading } from "../../../provider/functions/read/reading.js";
import * as everything from "../../../provider/index.js";
import { fieldsOf } from "../../../provider/spec/field.js";
import type { Values } from "../../../provider/spec/values.js";
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

type Run<R> = (args: Values, opts?: ReadOptions) => Promise<R>;

/** What programs call: with arguments that only a run can tell to be right, because the laws are about all functions alike. */
interface Callable<R> extends Pick<FunctionSpec, "name" | "reading"> {
  readonly run: Run<R>;
}

export interface Case {
  readonly name: string;
  readonly table: Parameters<Gateway["rows"]>[0];
  readonly one?: Callable<object>;
  readonly many: Callable<object[]>;
}

const functions = Object.values(everything).flatMap((run) => {
  const spec = functionOf(run);
  return spec === undefined ? [] : [{ ...spec, run }];
});

export const cases: readonly Case[] = functions
  .filter(({ givesList }) => givesList)
  .map(({ name, reading, run }) => {
    const one = functions.find((each) => each.name === `get${reading.name}` && "id" in each.takes.shape);
    const table = tableOf(reading.list ?? reading.get ?? "") as Case["table"];
    return {
      ...{ name: table, table, many: { name, reading, run: run as Run<object[]> } },
      ...(one === undefined ? {} : { one: { ...one, run: one.run as Run<object> } }),
    };
  });

/** The last word of a path: `/workspaces/{workspaceId}/members` → `members`, `/metrics/{id}` → `metrics`. */
function tableOf(path: string): string {
  return /(\w+)(?:\/\{\w+\})?$/.exec(path)?.[1] ?? "";
}

export const singular = cases.flatMap(({ one, ...rest }) => (one === undefined ? [] : [{ ...rest, one }]));

export const named = singular.flatMap((each) => {
  const [by] = Object.keys(each.one.reading.by.shape);
  return by === undefined ? [] : [{ ...each, by }];
});

/** What rows have that is no column of their table. */
const computed = ["stats", "myRole", "user"];

/** The arguments that a function needs to look at the first workspace, or at the account. */
export function placeOf({ connection, refs }: Readers, { where }: Reading): Values {
  const inWorkspace = where.shape.workspaceId?.safeParse(undefined).success === false;
  return { connection, ...(inWorkspace ? { workspaceId: refs.workspaceId } : {}) };
}

export function rowsAt(world: Readers, table: Case["table"], reading: Reading): JsonObject[] {
  const { workspaceId } = placeOf(world, reading);
  const rows = world.gateway.rows(table).filter(isJsonObject);
  return rows.filter((row) => workspaceId === undefined || row.workspace_id === workspaceId);
}

/** A stored row as a function should give it; `sparse` gateways leave out nulls and timestamps. */
export function shown(reading: Reading, stored: JsonObject, sparse: boolean): Values {
  const fields = fieldsOf(reading.result).filter(({ name }) => !computed.includes(name));
  return Object.fromEntries(
    fields.flatMap(({ name, readFrom, nullable }) => {
      const value = stored[readFrom] ?? null;
      const isLeftOut = sparse && (name.endsWith("At") || (value === null && !nullable));
      return isLeftOut ? [] : [[name, value]];
    }),
  );
}

export function idOf(row: object): unknown {
  return Reflect.get(row, "id");
}
