import { z } from "zod";
import { type Subject, subjectOf } from "../../review/pin/subject.js";
import type { Plan } from "../../review/plan/plan.js";
import type { Json } from "../../text/json.js";
import { runPulumi } from "../pulumi.js";
import { readReview } from "../review/read-review.js";
import type { Terminal } from "../terminal.js";
import { argumentsOfStack } from "./pulumi-arguments.js";

/** What a stack and the gateway look like now, and what the program plans. */
export interface Look {
  readonly plan: Plan;
  readonly subject: Subject;
}

/** A value of the stack's configuration, as `pulumi config --json` prints it. */
const configured = z.record(
  z.string(),
  z.looseObject({ secret: z.boolean().optional(), value: z.json().optional() }),
);

const withConfig = z.object({ config: z.record(z.string(), z.json()).optional() });

/**
 * Reads the gateway, and runs the program in a preview.
 *
 * @param args - more arguments for `pulumi preview`
 */
export async function look(args: readonly string[], terminal: Terminal): Promise<Look> {
  const { text, plan } = await readReview({ pulumi: [...args, "--refresh"] }, terminal);
  return { plan, subject: await subjectNow(text, plan, args, terminal) };
}

/**
 * What a preview that has just been made is about. It takes the secrets of the configuration to it: pulumi shows
 * all of them as `[secret]`, so a preview cannot tell whether one was changed.
 */
export async function subjectNow(
  preview: string,
  plan: Plan,
  args: readonly string[],
  terminal: Terminal,
): Promise<Subject> {
  const { config = {} } = withConfig.parse(JSON.parse(preview));
  const { kinds } = await import("../../every-kind.js"); // it needs the engine's SDK, which takes a moment to load
  return subjectOf(plan, kinds, { config, secrets: await secretsOf(args, terminal) });
}

/** What is wrong with a text that holds secrets is not said: that would show a part of it. */
function settingsIn(config: string): z.infer<typeof configured> {
  try {
    return configured.parse(JSON.parse(config));
  } catch {
    throw new Error("`pulumi config` printed something that is no configuration.");
  }
}

async function secretsOf(args: readonly string[], terminal: Terminal): Promise<Record<string, Json>> {
  const config = ["config", "--json", "--show-secrets", "--non-interactive", ...argumentsOfStack(args)];
  const { code, stdout } = await runPulumi(config, terminal);
  if (code !== 0) {
    throw new Error(`\`pulumi config\` failed with the exit code ${code}.`);
  }
  const secrets = Object.entries(settingsIn(stdout)).filter(([, { secret }]) => secret);
  return Object.fromEntries(secrets.map(([key, { value = null }]) => [key, value]));
}
