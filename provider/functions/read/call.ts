/** How a function reads. */
export interface ReadOptions {
  /**
   * Ask the gateway even for what this run of the program has read before.
   *
   * @default false
   */
  readonly fresh?: boolean | undefined;
}

/** A function of a program: its arguments may be left out where none of them is required. */
export type Call<A, O, R> = Partial<A> extends A ? (args?: A, opts?: O) => R : (args: A, opts?: O) => R;

export type Read<A, R> = Call<A, ReadOptions, Promise<R>>;

/** Makes a function of what it does. */
export function callable<A, R>(run: (args: A, opts: ReadOptions) => Promise<object>): Read<A, R> {
  const call = (args: object = {}, opts: ReadOptions = {}) => run(args as A, opts);
  return call as Read<A, R>;
}
