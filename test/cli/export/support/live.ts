import { sessionFor } from "../../../../cli/commands/live-session.js";
import { exportProgram } from "../../../../cli/export/export-program.js";
import type { ExportedProgram, ExportInput } from "../../../../cli/export/exported-program.js";
import { declarable } from "../../../../cli/live/declarable.js";
import { readAccount } from "../../../../cli/live/live-account.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Variants } from "../../../gateway/index.ts";
import { type Desk, openDesk } from "../../commands/support/desk.ts";

type Body = Record<string, unknown>;

/** What the console makes, as the tests need it. */
interface Made {
  readonly id: string;
  readonly gateway_name: string;
}

/** A gateway on which people have clicked an account together. */
export interface Console {
  readonly desk: Desk;
  make(path: string, body: Body): Promise<Made>;
}

async function openConsole(variants: Partial<Variants> = {}): Promise<Console> {
  const desk = await openDesk(variants);
  return {
    desk,
    make: async (path, body) => {
      const made = await desk.gateway.console("POST", path, body);
      if (made.status >= 300) {
        throw new Error(`${path}: ${made.status} ${JSON.stringify(made.body)}`);
      }
      return (made.body as { data: Made }).data;
    },
  };
}

/** All that an export is made from, as the command reads it. */
async function inputOf({ terminal }: Desk, more: Partial<ExportInput> = {}): Promise<ExportInput> {
  const session = sessionFor(terminal, {}, kinds);
  const account = await readAccount({
    kinds,
    targetOf: (kind, values) => session.target(kind, values),
    strays: true,
  });
  const objects = await Promise.all(account.objects.map(declarable));
  return { project: "my-gateway", kinds, objects, strays: account.strays, keys: "required", ...more };
}

export async function exported(desk: Desk, more: Partial<ExportInput> = {}): Promise<ExportedProgram> {
  return exportProgram(await inputOf(desk, more));
}

/** Two workspaces as teams have them: with everything in the first, and the same names in the second. */
export async function twoWorkspaces(variants: Partial<Variants> = {}): Promise<Console> {
  const console = await openConsole(variants);
  const { make, desk } = console;
  const team = await make("/workspaces", { name: "Support assistant" });
  const other = await make("/workspaces", { name: "Sales" });
  for (const { id } of [team, other]) {
    const openai = await make("/providers", {
      workspace_id: id,
      name: "openai",
      base_url: "https://api.openai.com/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
    });
    const gpt = await make("/models", {
      workspace_id: id,
      provider_id: openai.id,
      name: "gpt-4.1",
      display_name: "GPT 4.1",
      type: "chat",
      input_cost: 2,
      output_cost: 8,
      context_window: 1_047_576,
    });
    await make("/mappings", { workspace_id: id, source_name: "gpt-4.1", target_model: gpt.gateway_name });
    await make("/mappings", { workspace_id: id, source_name: "default", target_model: "elsewhere" });
    await make("/prompts", { workspace_id: id, name: "tone", content: "Be brief.", model_id: gpt.id });
  }
  await make("/prompts", {
    workspace_id: team.id,
    name: "House rules",
    content: "# Rules\n\nAnswer customers.\nQuote the handbook.\nHand over to a person if you do not know.\n",
    is_global: true,
  });
  await make("/configs", {
    workspace_id: team.id,
    name: "standard",
    workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
  });
  desk.gateway.variants.crawl = "hold";
  await make("/indexes", { workspace_id: team.id, url: "http://127.0.0.1:9/docs" });
  desk.gateway.seed.member(team.id, "member");
  desk.gateway.seed.workflow(team.id, { name: "Triage | <b>" });
  desk.gateway.seed.quota({ name: "burst", max_requests: 60_000, period: "CALENDAR", window_minutes: 1 });
  desk.gateway.log.clear();
  return console;
}
