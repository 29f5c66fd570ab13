import * as pulumi from "#sdk";
import type { Call, ReadOptions } from "./call.js";

/** How a function reads whose arguments may be outputs. */
export interface ReadOutputOptions extends ReadOptions {
  /**
   * Resources to wait for; what is read then is read afresh, because they may have changed it.
   *
   * @default none
   */
  readonly dependsOn?: readonly pulumi.CustomResource[] | undefined;
}

type InputsOf<A> = A extends unknown ? { [K in keyof A]: pulumi.Input<A[K]> } : never;

type AnyRead = (args: never, opts?: ReadOptions) => Promise<unknown>;

type OutputCall<F extends AnyRead> = Call<
  InputsOf<NonNullable<Parameters<F>[0]>>,
  ReadOutputOptions,
  pulumi.Output<Awaited<ReturnType<F>>>
>;

/**
 * Makes the variant of a function that takes outputs and returns an output. While an argument is unknown, in
 * a preview, nothing is read and the result is unknown too. A secret argument makes the result secret.
 */
export function output<F extends AnyRead>(read: F): OutputCall<F> {
  const call = (args: pulumi.Inputs = {}, { dependsOn = [], fresh }: ReadOutputOptions = {}) => {
    const ready = pulumi.all(dependsOn.map((resource) => resource.id));
    return pulumi
      .all([pulumi.output(args), ready])
      .apply(([plain]) => read(plain as never, { fresh: fresh === true || dependsOn.length > 0 }));
  };
  return call as object as OutputCall<F>;
}
