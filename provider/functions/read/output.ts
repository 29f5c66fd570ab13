import * as pulumi from "#sdk";
import { type Call, functionOf } from "./call.js";
import { checkOptions, isAfter, type ReadOptions, type ReadOutputOptions } from "./options.js";
import { NotYetKnown } from "./replier.js";

type InputsOf<A> = A extends unknown ? { [K in keyof A]: pulumi.Input<A[K]> } : never;

type AnyRead = (args: never, opts?: ReadOptions) => Promise<unknown>;

export type OutputCall<F extends AnyRead> = Call<
  InputsOf<NonNullable<Parameters<F>[0]>>,
  ReadOutputOptions,
  pulumi.Output<Awaited<ReturnType<F>>>
>;

/**
 * Makes the variant of a function that takes outputs and returns an output. While an argument is unknown, in
 * a preview, nothing is read and the result is unknown too. A secret argument makes the result secret.
 */
export function output<F extends AnyRead>(read: F): OutputCall<F> {
  const name = functionOf(read)?.name ?? "";
  const call = (args: pulumi.Inputs = {}, opts: ReadOutputOptions = {}) => {
    checkOptions(`${name}Output`, opts, "output");
    const { dependsOn: _waited, ...others } = opts;
    return pulumi
      .all([pulumi.output(args), isAfter(opts)])
      .apply(([plain, after]) =>
        read(plain as never, { ...others, fresh: after || others.fresh }).catch(unknownIfNotYet),
      );
  };
  return call as object as OutputCall<F>;
}

function unknownIfNotYet(error: unknown): typeof pulumi.unknown {
  if (error instanceof NotYetKnown) {
    return pulumi.unknown;
  }
  throw error;
}
