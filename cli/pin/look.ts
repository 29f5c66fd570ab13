import { everyKind } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { pulumiOutput } from "../pulumi.js";
import { previewJson } from "../review/plan/preview-format.js";
import { type ReadReview, type ReviewReading, readReview } from "../review/read-review.js";
import { exportStack } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { argumentsOfStack } from "./pulumi-arguments.js";
import { lastRunIn, recordedIn, type Subject, subjectOf } from "./subject.js";

export type Look = Awaited<ReturnType<typeof look>>;

type StackRecord = Pick<Subject, "recorded" | "lastRun">;

const withConfig = z.object({ config: z.record(z.string(), z.json()).optional() });

/** @param args - more arguments for `pulumi preview` */
export async function look(
  args: readonly string[],
  terminal: Terminal,
  reading: Pick<ReviewReading, "expectations">,
) {
  const stack = await stackRecord(args, terminal);
  const source = { pulumi: [...args, "--refresh"] };
  const read = await readReview(source, terminal, { ...reading, knowsState: true });
  return { plan: read.plan, subject: await subjectNow(read, stack), review: read.review };
}

/** Secrets come from the stack's config, because a preview shows each as `[secret]`, even if it changed. */
export async function subjectNow(
  read: Pick<ReadReview, "text" | "plan" | "config">,
  stack: StackRecord,
): Promise<Subject> {
  const { config = {} } = withConfig.parse(previewJson(read.text));
  const secrets = Object.entries(await read.config()).filter(([, { secret }]) => secret);
  return subjectOf(read.plan, await everyKind(), {
    ...{ config, ...stack },
    secrets: Object.fromEntries(secrets.map(([key, { value = null }]) => [key, value])),
  });
}

/** Reads the state and the last run. Call this before the preview, so that any run in between is detected. */
export async function stackRecord(args: readonly string[], terminal: Terminal): Promise<StackRecord> {
  const named = argumentsOfStack(args);
  const state = await exportStack(named, { withSecrets: true }, terminal);
  const runs = ["stack", "history", "--json", "--page-size", "100", "--page", "1"];
  const history = await pulumiOutput([...runs, "--non-interactive", ...named], terminal);
  return { recorded: recordedIn(state, await everyKind()), lastRun: lastRunIn(history) };
}
