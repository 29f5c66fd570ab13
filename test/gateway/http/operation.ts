import { z } from "zod";
import type { Account } from "../auth/accounts.ts";
import type { Grant } from "../auth/tokens.ts";
import type { Service } from "../service.ts";
import type { Variants } from "../variants.ts";
import type { Answer } from "./answer.ts";
import { ApiError } from "./reply.ts";

export type Method = "get" | "post" | "patch" | "put" | "delete";

/** An authenticated request. */
export interface Call<Query = unknown, Body = unknown> {
  service: Service;
  account: Account;
  grant: Grant;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** The time whose state a read of this table shows. Undefined means now. */
  asOf(table: string, read: "list" | "single"): number | undefined;
}

interface Description {
  /** How the caller authenticates: with a bearer token, or as an app with its own credentials. */
  auth?: "bearer" | "app";
  /** The scope that the token needs. Null for none. */
  scope: (variants: Variants) => string | null;
}

interface OperationSpec<Query extends z.ZodType, Body extends z.ZodType> extends Description {
  query?: Query;
  body?: Body;
  handle(call: Call<z.output<Query>, z.output<Body>>): Answer;
}

/** An endpoint without static input types. Its schemas check the inputs when it runs. */
export interface Operation extends Description {
  method: Method;
  path: string;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  run(call: Call): Answer;
}

/** Declares an endpoint. Its schemas validate requests. */
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

/** Declares PATCH and PUT. PUT is accepted wherever PATCH is (the API's section "Verbs"). */
export function changes<Query extends z.ZodType, Body extends z.ZodType>(
  path: string,
  spec: OperationSpec<Query, Body>,
): Operation[] {
  return [operation("patch", path, spec), operation("put", path, spec)];
}

/** A scope that is the same in every variant. */
export function scope(name: string): Description["scope"] {
  return () => name;
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  throw new ApiError(400, "The request is invalid", { problems });
}
