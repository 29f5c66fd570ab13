import { type FunctionSpec, functionOf, type ReadOptions } from "../../../provider/functions/read/call.js";
import * as everything from "../../../provider/index.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Gateway } from "../../gateway/index.ts";

type Run<R> = (args: Values, opts?: ReadOptions) => Promise<R>;

/** What programs call: with arguments that only a run can tell to be right, because the laws are about all functions alike. */
interface Callable<R> extends Pick<FunctionSpec, "name" | "reading"> {
  readonly run: Run<R>;
}

/** The functions of one kind of object, and where the gateway keeps it. */
export interface Case {
  readonly name: string;
  readonly table: Parameters<Gateway["rows"]>[0];
  readonly one?: Callable<object>;
  readonly many: Callable<object[]>;
}

/** Every public function that reads, besides the variants for outputs. */
const functions = Object.values(everything).flatMap((run) => {
  const spec = functionOf(run);
  return spec === undefined ? [] : [{ ...spec, run }];
});

/** A list of every kind of object, with the function that reads one. */
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

/** Those of which one can be read. */
export const singular = cases.flatMap(({ one, ...rest }) => (one === undefined ? [] : [{ ...rest, one }]));

/** Those that something else than an id names. */
export const named = singular.flatMap((each) => {
  const [by] = Object.keys(each.one.reading.by.shape);
  return by === undefined ? [] : [{ ...each, by }];
});
