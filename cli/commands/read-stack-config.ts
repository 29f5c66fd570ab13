import type { Json } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { runPulumi } from "./pulumi.js";
import type { Terminal } from "./terminal.js";

/** A value of the stack's configuration, as `pulumi config --json` prints it. */
const configured = z.record(
  z.string(),
  z.looseObject({ secret: z.boolean().optional(), value: z.json().optional() }),
);

export type StackConfig = z.infer<typeof configured>;

/**
 * The configuration of a stack, its secrets in plain text: nobody may print it.
 *
 * @param stack - the arguments of pulumi that say which stack is meant
 */
export async function readStackConfig(stack: readonly string[], terminal: Terminal): Promise<StackConfig> {
  const args = ["config", "--json", "--show-secrets", "--non-interactive", ...stack];
  const { code, stdout } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(`\`pulumi config\` failed with the exit code ${code}.`);
  }
  return stackConfigIn(stdout);
}

/** Reads what `pulumi config --json` printed. What is wrong with a text that holds secrets is not said: that would show it. */
function stackConfigIn(config: string): StackConfig {
  try {
    return configured.parse(JSON.parse(config));
  } catch {
    throw new Error("`pulumi config` printed something that is no configuration.");
  }
}

/** A value as programs and settings read it: what is no text is its JSON. */
export function configText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}
