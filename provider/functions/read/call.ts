import { z } from "zod";
import * as pulumi from "#sdk";
import type { Client } from "../../client/client.js";
import { systemIo } from "../../io/io.js";
import { packageVersion } from "../../io/package-version.js";
import { connectionOf, Session } from "../../lifecycle/session.js";
import { isOfPlugin, usesPlugin } from "../../program/native.js";
import { preflights } from "../../program/preflight.js";
import { asOneLine, programLine } from "../../program/program-line.js";
import { nativeToken } from "../../spec/token.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/json.js";
import { assertSound, checkArguments, type Reading } from "./reading.js";

/** A function that programs call. The argument object is optional if no argument is required. */
type Call<A, O, R> = Partial<A> extends A ? (args?: A, opts?: O) => R : (args: A, opts?: O) => R;

export type Read<A, R> = Call<A, ReadOptions, Promise<R>>;

/** The behavior of a function for all callers: programs, and the plugin that serves other programs. */
export interface FunctionSpec {
  readonly name: string;
  readonly takes: z.ZodObject;
  /** Describes the result: its fields, or the fields of each element of the returned list. */
  readonly reading: Reading;
  readonly givesList: boolean;
  /** The arguments are already checked. They do not include the connection, which determines the client. */
  read(args: Values, client: Client, fresh: boolean): Promise<object>;
}

/** The property that contains a function's spec. It is a symbol, so programs do not see it. */
const ofFunction = Symbol("function");

export function functionOf(value: unknown): FunctionSpec | undefined {
  return isRead(value) ? value[ofFunction] : undefined;
}

function isRead(value: unknown): value is { readonly [ofFunction]: FunctionSpec } {
  return typeof value === "function" && ofFunction in value;
}

export async function readWith(
  spec: FunctionSpec,
  clients: typeof clientOf,
  args: object,
  fresh: boolean,
): Promise<object> {
  const { connection, ...rest } = checkArguments(spec.name, spec.takes, args);
  return spec.read(rest, clients(connectionOf({ connection })), fresh);
}

/** Reads with the clients of the program's process, unless the plugin or a test's mocks serve the call. */
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

export function callable<A, R>(spec: FunctionSpec): Read<A, R> {
  assertSound(spec.reading);
  const call = (args: object = {}, opts: ReadOptions = {}) => {
    const line = programLine();
    return readIn(spec, args, opts).catch((error: unknown) => {
      throw asOneLine(error, line);
    });
  };
  return Object.assign(call, { [ofFunction]: spec }) as object as Read<A, R>;
}

/** Options of a function that reads from the gateway. */
export interface ReadOptions {
  /**
   * Whether to read from the gateway again, even if this run of the program has already read the data.
   *
   * @default false
   */
  readonly fresh?: boolean | undefined;
  /**
   * The {@link Provider} whose gateway to read from. The native plugin sends the request, so a failure is a
   * plain `Error`, not a {@link GatewayError}.
   *
   * @default the parent's provider, otherwise the stack's settings
   */
  readonly provider?: pulumi.ProviderResource | undefined;
  /**
   * The resource whose {@link Provider} is used, if it has one.
   *
   * @default none
   */
  readonly parent?: pulumi.Resource | undefined;
}

/** Options of a function whose arguments may be outputs. */
export interface ReadOutputOptions extends ReadOptions {
  /**
   * Resources to wait for. The function then reads from the gateway again, because the resources may have
   * changed the data. For a component, list the resources in it.
   *
   * @default none
   */
  readonly dependsOn?:
    | pulumi.Input<pulumi.Input<pulumi.CustomResource>[]>
    | pulumi.Input<pulumi.CustomResource>
    | undefined;
}

const readOptions = z.strictObject({
  fresh: z.custom((value) => typeof value === "boolean", "must be true or false").optional(),
  provider: z
    .custom(
      (value) => pulumi.ProviderResource.isInstance(value) && isOfPlugin(value),
      "must be a Provider from this package",
    )
    .optional(),
  parent: z.custom((value) => pulumi.Resource.isInstance(value), "must be a resource").optional(),
});

const outputOptions = readOptions.extend({
  dependsOn: z
    .custom(
      (value) => [value].flat().every((each) => isCustomResource(each) || isLater(each)),
      "must be resources that have an id. For a component, list the resources in it",
    )
    .optional(),
});

/** Throws for unknown options and invalid values, so that no request differs from the program's intent. */
export function checkOptions(name: string, opts: object, schema: z.ZodObject = readOptions): void {
  checkArguments(name, schema, opts, "option");
}

function isCustomResource(value: unknown): value is pulumi.CustomResource {
  return pulumi.CustomResource.isInstance(value);
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** True if there are resources to wait for. Unknown until they are created. */
function isAfter({ dependsOn }: ReadOutputOptions): pulumi.Output<boolean> {
  return pulumi.output(dependsOn).apply((given: unknown) => {
    const ids = [given].flat().map((each) => (isCustomResource(each) ? each.id : undefined));
    return pulumi.all(ids).apply((known) => known.some((id) => id !== undefined));
  });
}

/** The plugin or a unit test's mocks, when they serve a function instead of the program's process. */
type Replier = "plugin" | "mocks";

/** Undefined if the program's own process reads the data. */
export function replierOf(spec: { readonly name: string }, opts: ReadOptions): Replier | undefined {
  if (pulumi.getMonitor() instanceof pulumi.MockMonitor) {
    return "mocks";
  }
  return usesPlugin(spec, opts) ? "plugin" : undefined;
}

/** With this argument, the plugin reads from the gateway again, even if it has already read the data. */
export const freshArgument = "__fresh";

class NotYetKnown extends Error {
  constructor(name: string) {
    super(`${name}: the settings of its Provider are unknown in this preview. Use ${name}Output.`);
  }
}

/** Calls the function through the engine, which forwards the call. The arguments are already checked. */
async function replyOf(
  { name, givesList }: { readonly name: string; readonly givesList: boolean },
  replier: Replier,
  args: object,
  { fresh = false, provider, parent }: ReadOptions,
): Promise<object> {
  if (replier === "plugin") {
    preflights.passWithPlugin();
  }
  const asked = fresh && replier === "plugin" ? { ...args, [freshArgument]: true } : args;
  const token = nativeToken(name);
  const invokeOptions = { ...defined({ provider, parent }), version: packageVersion() };
  const answer: Values = await pulumi.invoke(token, asked, invokeOptions).catch((error: unknown) => {
    // The plugin's message begins with the function's name.
    throw error instanceof Error
      ? Object.assign(error, {
          message: error.message.replace(`invocation of ${token} returned an error: `, ""),
        })
      : error;
  });
  if (replier === "plugin" && Object.keys(answer).length === 0) {
    throw new NotYetKnown(name);
  }
  if (!givesList) {
    return answer;
  }
  const { items } = answer;
  if (!Array.isArray(items)) {
    throw new Error(`${name}: the mock of ${token} must return its list as { items: [...] }.`);
  }
  return items;
}

/** One session per run. A process with inline programs has several runs, each with its own config. */
const sessions = new WeakMap<object, Session>();

export function clientOf(connection: string | undefined): Client {
  const run = pulumi.getStackResource() ?? sessions;
  let session = sessions.get(run);
  if (session === undefined) {
    preflights.pass();
    session = new Session([], process.env, systemIo); // functions do not need kind definitions
    session.configure((key) => pulumi.getConfig(key));
    sessions.set(run, session);
  }
  return session.client(connection);
}

export function refuseUnresolved(name: string, args: object): void {
  const unresolved = Object.entries(args).find(([, value]) => isLater(value));
  if (unresolved !== undefined) {
    throw new Error(
      `${name}: ${unresolved[0]} is an output or a promise, so its value is still unknown. Use ${name}Output.`,
    );
  }
}

type InputsOf<A> = A extends unknown ? { [K in keyof A]: pulumi.Input<A[K]> } : never;

type AnyRead = (args: never, opts?: ReadOptions) => Promise<unknown>;

export type OutputCall<F extends AnyRead> = Call<
  InputsOf<NonNullable<Parameters<F>[0]>>,
  ReadOutputOptions,
  pulumi.Output<Awaited<ReturnType<F>>>
>;

/**
 * Creates the variant of a function that takes outputs and returns an output. While an argument is unknown in
 * a preview, nothing is read, and the result is also unknown. A secret argument makes the result secret.
 */
export function output<F extends AnyRead>(read: F): OutputCall<F> {
  const spec = functionOf(read);
  if (spec === undefined) {
    throw new Error("only functions from this package have output variants");
  }
  const call = (args: pulumi.Inputs = {}, opts: ReadOutputOptions = {}) => {
    const line = programLine();
    const unknownOrThrow = (error: unknown) => {
      if (error instanceof NotYetKnown) {
        return pulumi.unknown;
      }
      throw asOneLine(error, line);
    };
    try {
      checkOptions(`${spec.name}Output`, opts, outputOptions);
    } catch (error) {
      throw asOneLine(error, line);
    }
    const { dependsOn: _waited, ...others } = opts;
    return pulumi
      .all([pulumi.output(args), isAfter(opts)])
      .apply(([plain, after]) =>
        readIn(spec, plain, { ...others, fresh: after || others.fresh }).catch(unknownOrThrow),
      );
  };
  return call as object as OutputCall<F>;
}
