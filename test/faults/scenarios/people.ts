import { Console } from "../../e2e/support/console.ts";
import type { Declared } from "../../e2e/support/declaration.ts";
import { program } from "../../e2e/support/program.ts";
import { type PulumiProject, pulumiProject } from "../../harness/engine.ts";
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
  {
    name: "two-ups-of-one-stack",
    what: "a second `up` of the same stack while the first one runs",
    run: async (stage) => {
      stage.gateway.latencyMs = 5000; // the first one still runs when the second one asks for the lock
      const first = stage.up({ ends: "done" });
      await stage.atRequest(1, first, async () => {
        const second = stage.watch(await stage.project.up({ skipPreview: true, env: stage.env }));
        stage.gateway.latencyMs = 0;
        await stage.judge(second, { ends: "failed", failsWith: [locked, /pulumi cancel/] });
      });
    },
    seen: (stage) => stage.said(locked),
  },
  {
    name: "two-stacks-of-one-name",
    what: "two stacks declare a workspace of the same name, and ask for it in the same moment",
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "120" }, // on a busy machine, one waits long for the other
    run: async (stage) => {
      const name = "Annex";
      const contest = { kind: "together", of: 2, method: "POST", path: /^\/workspaces$/, count: 2 } as const;
      const both = stage.proxy.faults.add(contest);
      const other = await neighbour(stage, [{ kind: "Workspace", name: "theirs", args: { name } }]);
      const failsWith = [/Workspace "Annex" (already exists|is taken)/, /adopt/];
      const our = stage.up({ ends: "either", failsWith });
      const [ours, theirs] = await Promise.all([our, other.up({ skipPreview: true })]);
      stage.watch(theirs);
      const codes = [ours, theirs].filter(({ code }) => code === 0).length;
      if (codes !== 1) stage.untrue.push(`${codes} of the two stacks have got the workspace`);
      const unsaid = theirs.code === 0 ? [] : failsWith.filter((pattern) => !pattern.test(theirs.output));
      if (unsaid.length > 0) stage.untrue.push(`the other stack: ${theirs.output}`);
      if (both.hits !== 2) stage.untrue.push(`${both.hits} of 2 creates were under way at the same time`);
      if (theirs.code === 0) {
        await stage.repair("the other stack gives the workspace up, if it has got it", async () => {
          stage.watch(await other.destroy({ skipPreview: true }));
        });
      }
    },
  },
];

const locked = /the stack is currently locked/;

/** Another stack on the same gateway, which goes the same way to it. */
async function neighbour(stage: Stage, objects: readonly Declared[]): Promise<PulumiProject> {
  const settings = Object.entries(stage.project.env).flatMap(([key, value]) =>
    /^(WORKSPACE_GATEWAY|TEST_SITE)/.test(key) && value !== undefined ? [[key, value] as const] : [],
  );
  const other = await pulumiProject({
    program: { "index.ts": program, "objects.json": JSON.stringify(objects) },
    env: Object.fromEntries(settings),
  });
  stage.neighbours.push(other);
  return other;
}
