import { everyKind, type Json } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { ConfigListing } from "../../doctor/stack/config-listing.js";
import { type Subject, subjectOf } from "../../review/pin/subject.js";
import type { Plan } from "../../review/plan/plan.js";
import { type ReadReview, readReview } from "../read-review.js";
import type { Terminal } from "../terminal.js";

/** What a stack and the gateway look like now, and what the program plans. */
export interface Look {
  readonly plan: Plan;
  readonly subject: Subject;
}

const withConfig = z.object({ config: z.record(z.string(), z.json()).optional() });

/**
 * Reads the gateway, and runs the program in a preview.
 *
 * @param args - more arguments for `pulumi preview`
 */
export async function look(args: readonly string[], terminal: Terminal): Promise<Look> {
  const read = await readReview({ pulumi: [...args, "--refresh"] }, terminal);
  return { plan: read.plan, subject: await subjectNow(read) };
}

/**
 * What a preview that has just been made is about. It takes the secrets of the configuration to it: pulumi shows
 * all of them as `[secret]`, so a preview cannot tell whether one was changed.
 */
export async function subjectNow(read: Pick<ReadReview, "text" | "plan" | "config">): Promise<Subject> {
  const { config = {} } = withConfig.parse(JSON.parse(read.text));
  const kinds = await everyKind();
  return subjectOf(read.plan, kinds, { config, secrets: secretsIn(await read.config()) });
}

function secretsIn(config: ConfigListing): Record<string, Json> {
  const secrets = Object.entries(config).filter(([, { secret }]) => secret);
  return Object.fromEntries(secrets.map(([key, { value = null }]) => [key, value]));
}
