import { Console } from "../../e2e/support/console.ts";
import { program } from "../../e2e/support/program.ts";
import { pulumiProject } from "../../harness/engine.ts";
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
  stage.watch(await stage.project.refresh({ skipPreview: true, env: stage.env }));
}

/** What other people do between a preview and its `up`, and other runs at the same time. */
export const people: readonly Scenario[] = [
  {
    name: "name-taken",
    what: "somebody makes a prompt of the same name between preview and up",
    short: true,
    run: async (stage) => {
      await previewed(stage);
      const { id } = await new Console(stage.gateway).prompt(
        { id: workspaceId(stage), gateway_name: "" },
        "tone",
        "By hand.",
      );
      await stage.up({ ends: "failed", failsWith: [new RegExp(id), /adopt/] });
      await stage.mend("`adopt`, as the error says", () => {
        stage.env.WORKSPACE_GATEWAY_ADOPT = "always";
      });
    },
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
      await stage.mend("`pulumi refresh`, as the error says", () => refreshed(stage));
    },
  },
  {
    name: "workspace-deleted",
    what: "somebody deletes the workspace with all that is in it between preview and up",
    run: async (stage) => {
      await previewed(stage);
      await deleted(stage, `/workspaces/${workspaceId(stage)}`);
      await stage.up({ ends: "failed", failsWith: [/pulumi (refresh|up --refresh)/] });
      await stage.mend("`pulumi refresh`, as the error says", () => refreshed(stage));
      await stage.up({ ends: "failed", failsWith: [/ada|member@example.com/] });
      await stage.mend("the person joins the new workspace", () => {
        stage.gateway.seed.member(workspaceId(stage), "member");
      });
    },
  },
  {
    name: "two-ups-of-one-stack",
    what: "two `up`s of the same stack at the same time",
    run: async (stage) => {
      stage.gateway.latencyMs = 50;
      const ups = [0, 1].map(() =>
        stage.up({ ends: "either", failsWith: [/currently locked/, /pulumi cancel/] }),
      );
      const codes = (await Promise.all(ups)).map(({ code }) => code);
      if (!codes.includes(0)) stage.untrue.push("neither of the two ended well");
      stage.gateway.latencyMs = 0;
    },
  },
  {
    name: "two-stacks-of-one-name",
    what: "two stacks declare the same names, and run at the same time",
    run: async (stage) => {
      stage.gateway.latencyMs = 50;
      const objects = JSON.stringify(stage.declared);
      const env = Object.fromEntries(
        Object.entries(stage.project.env).filter(([name]) => /^(WORKSPACE_GATEWAY|TEST_SITE)/.test(name)),
      );
      const other = await pulumiProject({
        program: { "index.ts": program, "objects.json": objects },
        env: strings(env),
      });
      stage.neighbours.push(other);
      const theirs = other.up({ skipPreview: true }).then((run) => stage.watch(run));
      await Promise.all([stage.up({ ends: "done" }), theirs]);
      const { code, output } = await theirs;
      if (code === 0 || !/exists already|is taken/.test(output))
        stage.untrue.push(`the other stack: ${output}`);
      stage.gateway.latencyMs = 0;
    },
  },
];

function strings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
