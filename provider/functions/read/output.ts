import * as pulumi from "#sdk";
import { asOneLine } from "../../program/one-line-error.js";
import { programLine } from "../../program/program-line.js";
import { type Call, functionOf, readIn } from "./call.js";
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
  const spec = functionOf(read);
  if (spec === undefined) {
    throw new Error("only a function of this package has an output variant");
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
      checkOptions(`${spec.name}Output`, opts, "output");
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
