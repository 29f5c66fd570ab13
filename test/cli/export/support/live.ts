import type { ExportedProgram } from "../../../../cli/export/export-program.js";
import { exportProgram } from "../../../../cli/export/export-program.js";
import type { ExportInput } from "../../../../cli/export/exported-program.js";
import { sessionFor } from "../../../../cli/gateway.js";
import { declarable, readAccount } from "../../../../cli/live/live-account.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Variants } from "../../../gateway/index.ts";
import { type Desk, openDesk } from "../../support/desk.ts";

async function inputOf({ terminal }: Desk, more: Partial<ExportInput> = {}): Promise<ExportInput> {
  const session = sessionFor(terminal, {}, kinds);
  const account = await readAccount({ kinds, session, strays: true });
  const objects = await Promise.all(account.objects.map(declarable));
  return { project: "my-gateway", kinds, objects, strays: account.strays, keys: "required", ...more };
}

export async function exported(desk: Desk, more: Partial<ExportInput> = {}): Promise<ExportedProgram> {
  return exportProgram(await inputOf(desk, more));
}

/** A desk at two workspaces as teams have them: with everything in the first, and the same names in the second. */
export async function twoWorkspaces(variants: Partial<Variants> = {}): Promise<Desk> {
  const desk = await openDesk(variants);
  const { gateway, clicks } = desk;
  const team = await clicks.workspace("Support assistant");
  for (const workspace of [team, await clicks.workspace("Sales")]) {
    const openai = await clicks.provider(workspace, "openai", { base_url: "https://api.openai.com/v1" });
    const gpt = await clicks.model(workspace, openai, "gpt-4.1", {
      ...{ display_name: "GPT 4.1", input_cost: 2, output_cost: 8 },
      context_window: 1_047_576,
    });
    await clicks.mapping(workspace, "gpt-4.1", gpt.gateway_name);
    await clicks.mapping(workspace, "default", "elsewhere");
    await clicks.prompt(workspace, "tone", "Be brief.", { model_id: gpt.id });
  }
  const content =
    "# Rules\n\nAnswer customers.\nQuote the handbook.\nHand over to a person if you do not know.\n";
  await clicks.prompt(team, "House rules", content, { is_global: true });
  const workflow = { nodes: [{ id: "start", type: "input" }], edges: [] };
  await clicks.config(team, "standard", { workflow });
  gateway.variants.crawl = "hold";
  await clicks.index(team, "http://127.0.0.1:9/docs");
  gateway.seed.member(team.id, "member");
  gateway.seed.workflow(team.id, { name: "Triage | <b>" });
  gateway.seed.quota({ name: "burst", max_requests: 60_000, period: "CALENDAR", window_minutes: 1 });
  gateway.log.clear();
  return desk;
}
