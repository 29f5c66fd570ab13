import type { Host } from "../harness/cli/host.ts";
import { findOpenTofu } from "./opentofu/find.ts";
import { kit, providerVersion } from "./opentofu/kit.ts";
import { type Results, rivals } from "./results.ts";

/** Gets the rivals ready; what is in the way, if they cannot be had. */
export async function rivalsProblem(host: Host): Promise<string | undefined> {
  try {
    await findOpenTofu(host);
    return undefined;
  } catch (error) {
    host.signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    host.say(`${rivals} is not run: ${problem}`);
    return problem;
  }
}

/** Who the rival is and what it was told, or why it was not run. */
export function rivalNote(results: Results, problem: string | undefined): string {
  if (measuredRivals(results)) return told;
  return `**${rivals}**: not run: ${problem ?? "`--rivals` builds it with Go, and runs it beside the others."}`;
}

export function measuredRivals(results: Results): boolean {
  return rivals.some((contestant) => results.where({ contestant }).length > 0);
}

const told = `**${rivals}**: OpenTofu ${kit.version} with the generic REST provider (Mastercard/restapi ${providerVersion}), both built with Go. One
  \`restapi_object\` for each object (quicker than \`for_each\`), in the provider \`id_attribute = "data/id"\`,
  \`update_method = "PATCH"\` and \`write_returns_object = true\`, in the object the workspace: \`query_string\` for reads,
  \`destroy_data\` for the body of a DELETE. \`preview\` is \`plan -refresh=false\`, \`refresh\` is \`apply -refresh-only\`, \`drift\` is \`plan\`;
  the other phases are told \`-refresh=false\` too, because \`pulumi\` does not refresh there: by default they would take the
  requests of a \`refresh\` on top. This provider reads each object twice (is it there, what is it) and does not repeat
  what a quota has refused. OpenTofu works on 10 objects at a time, unless the profile says otherwise, and writes its state every
  20 seconds and at the end, where \`pulumi\` writes it twice for each object: only in the profile *fast* are both alike in that.`;
