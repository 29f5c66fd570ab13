// Compiled by `tsc -p .`, never run: the published declarations against the types that they are made from.
import type * as published from "pulumi-workspace-gateway";
import { expectTypeOf, test } from "vitest";
import type * as source from "../../provider/index.js";

test("what is published is what the source exports", () => {
  expectTypeOf<keyof typeof published>().toEqualTypeOf<keyof typeof source>();
  expectTypeOf<Different<typeof published, typeof source>>().toEqualTypeOf<never>();
});

/** The names of exports that are not the same; `default` is the module itself. */
type Different<A, B> = {
  [N in Exclude<keyof A & keyof B, "default">]: Same<Signature<A[N]>, Signature<B[N]>> extends true
    ? never
    : N;
}[Exclude<keyof A & keyof B, "default">];

type Same<A, B> =
  (<T>() => T extends A ? true : false) extends <T>() => T extends B ? true : false ? true : false;

/** Of a class what it takes, what it makes, and where `get` looks; of a function what it takes and returns. */
type Signature<E> = E extends Resource
  ? [Flat<ConstructorParameters<E>[1]>, Flat<InstanceType<E>>, Flat<Parameters<E["get"]>[2]>]
  : E extends (...args: infer A) => infer R
    ? [{ [I in keyof A]: Flat<A[I]> }, R]
    : E;

type Resource = (abstract new (...args: never) => unknown) & { get(...args: never): unknown };

type Flat<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;
