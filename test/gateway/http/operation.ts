import { z } from "zod";
import type { Account } from "../auth/accounts.ts";
import type { Grant } from "../auth/tokens.ts";
import type { Service } from "../service.ts";
import type { Variants } from "../variants.ts";
import type { Answer } from "./answer.ts";
import { ApiError } from "./reply.ts";

export type Method = "get" | "post" | "patch" | "put" | "delete";

/** A request that has been let in. */
export interface Call<Query = unknown, Body = unknown> {
  service: Service;
  account: Account;
  grant: Grant;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** The moment whose state a read of this table shows; undefined is now. */
  asOf(table: string, read: "list" | "single"): number | undefined;
}

interface Description {
  /** Who must show themselves: a person or app by a bearer token, or an app by its own credentials. */
  auth?: "bearer" | "app";
  /** The scope that the token needs; null for none. */
  scope: (variants: Variants) => string | null;
}

interface OperationSpec<Query extends z.ZodType, Body extends z.ZodType> extends Description {
  query?: Query;
  body?: Body;
  handle(call: Call<z.output<Query>, z.output<Body>>): Answer;
}

/** One endpoint, its types erased: what it takes is checked by its schemas when it runs. */
export interface Operation extends Description {
  method: Method;
  path: string;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  run(call: Call): Answer;
}

/** Declares an endpoint; the schemas validate requests. */
export function operation<Query extends z.ZodType, Body extends z.ZodType>(
  method: Method,
  path: string,
  spec: OperationSpec<Query, Body>,
): Operation {
  const querySchema: z.ZodType = spec.query ?? z.unknown();
  const bodySchema: z.ZodType = spec.body ?? z.unknown();
  const { handle, ...description } = spec;
  return {
    ...{ ...description, method, path },
    query: spec.query,
    body: spec.body,
    run: (call) =>
      handle({
        ...call,
        query: checked(querySchema, call.query) as z.output<Query>,
        body: checked(bodySchema, call.body) as z.output<Body>,
      }),
  };
}

/** Declares PATCH and PUT, which is accepted wherever PATCH is (the API's section "Verbs"). */
export function changes<Query extends z.ZodType, Body extends z.ZodType>(
  path: string,
  spec: OperationSpec<Query, Body>,
): Operation[] {
  return [operation("patch", path, spec), operation("put", path, spec)];
}

/** The scope of an operation that is the same in every variant. */
export function scope(name: string): Description["scope"] {
  return () => name;
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  throw new ApiError(400, "The request is invalid", { problems });
}
