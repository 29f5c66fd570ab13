import { isJsonObject, type JsonObject } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

/** Go leaves out what is empty, or writes null for it. */
const values = z
  .custom<JsonObject>(isJsonObject)
  .nullish()
  .transform((found) => found ?? {});

const names = z.array(z.string()).nullish();

const state = z.object({
  urn: z.string().nullish(),
  id: z.string().nullish(),
  inputs: values,
  outputs: values,
  protect: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  /** The program only reads it: `X.get`. */
  external: z.boolean().nullish(),
  /** An object that a replacement left behind: it is to be deleted. */
  delete: z.boolean().nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  sourcePosition: z.string().nullish(),
  parent: z.string().nullish(),
  provider: z.string().nullish(),
  dependencies: names,
  aliases: names,
  deletedWith: z.string().nullish(),
  ignoreChanges: names,
  replaceOnChanges: names,
  additionalSecretOutputs: names,
  customTimeouts: z.record(z.string(), z.unknown()).nullish(),
});

const step = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: state.nullish(),
  newState: state.nullish(),
  /** The reference of the provider that makes it. */
  provider: z.string().nullish(),
  replaceReasons: z.array(z.string()).nullish(),
  /** By the place of each value that differs. Only a plugin tells them. */
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
});

/** What `pulumi preview --json` prints: of it, what a review is made from. */
export const previewFormat = z.object({
  /** The configuration of the stack. */
  config: z.record(z.string(), z.unknown()).nullish(),
  steps: z.array(step).nullish(),
  diagnostics: z
    .array(z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() }))
    .nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

export type PreviewStep = z.infer<typeof step>;
export type PreviewState = z.infer<typeof state>;
export type Preview = z.infer<typeof previewFormat>;
