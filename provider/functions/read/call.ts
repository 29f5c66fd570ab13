/** How a function reads. */
export interface ReadOptions {
  /**
   * Ask the gateway even for what this run of the program has read before.
   *
   * @default false
   */
  readonly fresh?: boolean | undefined;
}

/** A function that programs call. If none of its arguments is required, they may be left out. */
export type Call<A, O, R> = Partial<A> extends A ? (args?: A, opts?: O) => R : (args: A, opts?: O) => R;

export type Read<A, R> = Call<A, ReadOptions, Promise<R>>;

/** Gives `run` the signature that programs see. */
export function callable<A, R>(run: (args: A, opts: ReadOptions) => Promise<object>): Read<A, R> {
  const call = (args: object = {}, opts: ReadOptions = {}) => run(args as A, opts);
  return call as Read<A, R>;
}
