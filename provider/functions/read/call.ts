import type { z } from "zod";
import type { Client } from "../../client/client.js";
import { connectionOf } from "../../lifecycle/operation/session.js";
import { asOneLine } from "../../program/one-line-error.js";
import { programLine } from "../../program/program-line.js";
import type { Values } from "../../spec/values.js";
import { checkArguments } from "./arguments.js";
import { checkOptions, type ReadOptions } from "./options.js";
import type { Reading } from "./reading.js";
import { replierOf, replyOf } from "./replier.js";
import { clientOf, refuseUnresolved } from "./runs.js";

/** A function that programs call. If none of its arguments is required, they may be left out. */
export type Call<A, O, R> = Partial<A> extends A ? (args?: A, opts?: O) => R : (args: A, opts?: O) => R;

export type Read<A, R> = Call<A, ReadOptions, Promise<R>>;

/** What a function does, whoever calls it: a program, or the engine's plugin for other programs. */
export interface FunctionSpec {
  readonly name: string;
  /** Its arguments. */
  readonly takes: z.ZodObject;
  /** What it reads: the fields of its result, or of each element of the list that it gives. */
  readonly reading: Reading;
  readonly givesList: boolean;
  /** The arguments are checked, and without the connection, which is the client's. */
  read(args: Values, client: Client, fresh: boolean): Promise<object>;
}

/** Where a function keeps its spec: no name of a property that programs could see. */
const ofFunction = Symbol("function");

/** The spec of a function; undefined for whatever is no function that reads. */
export function functionOf(value: unknown): FunctionSpec | undefined {
  return isRead(value) ? value[ofFunction] : undefined;
}

function isRead(value: unknown): value is { readonly [ofFunction]: FunctionSpec } {
  return typeof value === "function" && ofFunction in value;
}

/** Checks the arguments, and reads with the client of the connection that they name. */
export async function readWith(
  spec: FunctionSpec,
  clients: typeof clientOf,
  args: object,
  fresh: boolean,
): Promise<object> {
  const { connection, ...rest } = checkArguments(spec.name, spec.takes, args);
  return spec.read(rest, clients(connectionOf({ connection })), fresh);
}

/** Reads with the clients of the program's process, unless the plugin or a test's mocks serve the function. */
export async function readIn(spec: FunctionSpec, args: object, opts: ReadOptions): Promise<object> {
  refuseUnresolved(spec.name, args);
  checkOptions(spec.name, opts);
  const replier = replierOf(spec, opts);
  if (replier === undefined) {
    return readWith(spec, clientOf, args, opts.fresh === true);
  }
  checkArguments(spec.name, spec.takes, args);
  return replyOf(spec, replier, args, opts);
}

/** Creates the function that programs call. If they do not catch its error, the error is printed as one line. */
export function callable<A, R>(spec: FunctionSpec): Read<A, R> {
  const call = (args: object = {}, opts: ReadOptions = {}) => {
    const line = programLine();
    return readIn(spec, args, opts).catch((error: unknown) => {
      throw asOneLine(error, line);
    });
  };
  return Object.assign(call, { [ofFunction]: spec }) as object as Read<A, R>;
}
