import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { gitops } from "./step.ts";

const folder = ".github/workflows";

/** The workflows of the example, by their path in it. */
export const workflowFiles: readonly string[] = readdirSync(path.join(gitops, folder)).map((name) =>
  path.posix.join(folder, name),
);

const texts = z.record(z.string(), z.string());

const concurrency = z.strictObject({
  group: z.string(),
  "cancel-in-progress": z.union([z.boolean(), z.string()]),
});

const job = z.looseObject({
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  environment: z.string().optional(),
  concurrency: concurrency.optional(),
  outputs: texts.optional(),
  permissions: texts,
  env: texts.optional(),
  steps: z.array(
    z.strictObject({
      id: z.string().optional(),
      if: z.string().optional(),
      uses: z.string().optional(),
      run: z.string().optional(),
      "timeout-minutes": z.number().optional(),
      with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      env: texts.optional(),
    }),
  ),
});

const matrix = z.strictObject({
  "fail-fast": z.literal(false),
  matrix: z.strictObject({ stack: z.tuple([z.literal("prod")]) }),
});

const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: texts,
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("sh") }) }),
  env: texts.optional(),
  jobs: z.record(z.string(), job),
});

const caller = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: texts,
  concurrency,
  jobs: z.strictObject({
    stack: z.strictObject({
      name: z.string(),
      strategy: matrix,
      permissions: texts,
      uses: z.string(),
      with: texts,
      secrets: z.literal("inherit"),
    }),
  }),
});

/** A workflow of GitHub, as far as the laws speak of it. */
export type Workflow = z.infer<typeof workflow>;

/** Reads a workflow of the example. */
export function workflowOf(file: string): Workflow {
  return workflow.parse(parse(textOf(file), { uniqueKeys: true }));
}

/** Reads a workflow that calls another one for each stack. */
export function callerOf(file: string): z.infer<typeof caller> {
  return caller.parse(parse(textOf(file), { uniqueKeys: true }));
}

/** The text of a file of the example. */
export function textOf(file: string): string {
  return readFileSync(path.join(gitops, file), "utf8");
}
