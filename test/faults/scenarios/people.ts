import { Console } from "../../e2e/support/console.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** The first part of a run that asks before it writes; somebody acts before it is answered. */
async function previewed(stage: Stage): Promise<void> {
  const { code, output } = stage.watch(await stage.project.preview({ env: stage.env }));
  if (code !== 0) stage.untrue.push(`the preview failed: ${output}`);
}

function workspaceId({ world }: Stage): string {
  return world.calls.id("workspaces", "Support");
}

async function deleted(stage: Stage, path: string, body?: Record<string, unknown>): Promise<void> {
  const { status } = await stage.gateway.console("DELETE", path, body);
  if (status >= 300) throw new Error(`DELETE ${path} by hand: ${status}`);
}

async function refreshed(stage: Stage): Promise<void> {
  await stage.repair("`pulumi refresh`, as the error says", async () => {
    stage.watch(await stage.project.refresh({ skipPreview: true, env: stage.env }));
  });
}

export const people: readonly Scenario[] = [
  {
    name: "name-taken",
    what: "somebody makes a prompt of the same name between preview and up",
    run: async (stage) => {
      await previewed(stage);
      const workspace = { id: workspaceId(stage), gateway_name: "" };
      const { id } = await new Console(stage.gateway).prompt(workspace, "tone", "By hand.");
      await stage.up({ ends: "failed", failsWith: [new RegExp(id), /adopt/] });
      const adopt = { WORKSPACE_GATEWAY_ADOPT: "always" };
      await stage.repair("`adopt`, as the error says", () => Object.assign(stage.env, adopt));
    },
    seen: (stage) => stage.said(/Prompt "tone" (already exists|is taken)/),
  },
  {
    name: "object-deleted",
    what: "somebody deletes the provider that is to be changed, and the mapping that is to be deleted, between preview and up",
    run: async (stage) => {
      await previewed(stage);
      const { calls } = stage.world;
      const place = { workspace_id: workspaceId(stage) };
      await deleted(stage, `/providers/${calls.id("providers", "openai")}`, place);
      await deleted(stage, `/mappings/${calls.id("mappings", "retired")}`, place);
      await stage.up({ ends: "failed", failsWith: [/openai/, /pulumi (refresh|up --refresh)/] });
      await refreshed(stage);
    },
    seen: (stage) => stage.answered(404),
  },
  {
    name: "workspace-deleted",
    what: "somebody deletes the workspace with all that is in it between preview and up",
    run: async (stage) => {
      await previewed(stage);
      await deleted(stage, `/workspaces/${workspaceId(stage)}`);
      await stage.up({ ends: "failed", failsWith: [/pulumi (refresh|up --refresh)/] });
      await refreshed(stage);
      await stage.up({ ends: "failed", failsWith: [/ada|member@example.com/] });
      await stage.repair("the person joins the new workspace", () =>
        stage.join(workspaceId(stage), "member"),
      );
    },
    seen: (stage) => stage.answered(404),
  },
];
