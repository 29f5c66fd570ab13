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

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const step = z
  .strictObject({
    ...{ id: z.string(), name: z.string(), if: z.string(), uses: z.string(), run: z.string() },
    ...{ "working-directory": z.string(), "timeout-minutes": z.number(), with: texts, env: texts },
  })
  .partial();
const job = z.looseObject({
  uses: z.string().optional(),
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  "timeout-minutes": z.number().optional(),
  environment: z.string().optional(),
  concurrency: texts.optional(),
  permissions: texts.optional(),
  env: texts.optional(),
  strategy: z.looseObject({ matrix: z.record(z.string(), z.unknown()) }).optional(),
  with: texts.optional(),
  steps: z.array(step).default([]),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: texts,
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("sh") }) }).optional(),
  concurrency: texts.optional(),
  env: texts.optional(),
  jobs: z.record(z.string(), job),
});

/** A workflow of GitHub, as far as the laws speak of it. */
export type Workflow = z.infer<typeof workflow>;

export function parseWorkflow(text: string): Workflow {
  return workflow.parse(parse(text, { uniqueKeys: true }));
}

/** The text of a file of the example. */
export function textOf(file: string): string {
  return readFileSync(path.join(gitops, file), "utf8");
}
