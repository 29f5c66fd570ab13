// Compiled by `tsc -p .`, never run: the published declarations against the types that they are made from.
import type * as published from "pulumi-workspace-gateway";
import { expectTypeOf, test } from "vitest";
import type * as source from "../../provider/index.js";

test("what is published is what the source exports", () => {
  expectTypeOf<Surface<typeof published>>().toEqualTypeOf<Surface<typeof source>>();
});

/** All exports but the module itself; of a class what it takes, what it makes, and where `get` looks. */
type Surface<M> = { [N in keyof M as Exclude<N, "default">]: M[N] extends Resource ? Signature<M[N]> : M[N] };

type Resource = (abstract new (...args: never) => unknown) & { get(...args: never): unknown };

type Signature<R extends Resource> = [
  Flat<ConstructorParameters<R>[1]>,
  Flat<InstanceType<R>>,
  Flat<Parameters<R["get"]>[2]>,
];

type Flat<T> = { [K in keyof T]: T[K] };
