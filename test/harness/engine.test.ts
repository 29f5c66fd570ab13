import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { type ProjectOptions, type PulumiProject, pulumiProject } from "./engine.ts";

const projects: PulumiProject[] = [];
afterEach(async () => {
  for (const project of projects.splice(0)) await project.dispose();
});

/** A program with one dynamic resource. Its `create` is the given expression. */
function oneThing(create: string): string {
  const handler = `{create:${create},diff:async(id,olds,news)=>({changes:olds.value!==news.value})}`;
  return `
    import * as pulumi from "@pulumi/pulumi";
    const __provider = ${JSON.stringify(`exports.handler=()=>(${handler})`)};
    class Thing extends pulumi.CustomResource {
      constructor(name: string, props: object) {
        super("pulumi-nodejs:dynamic/test:Thing", name, { ...props, __provider });
      }
    }
    const config = new pulumi.Config("harness");
    new Thing("thing", { value: config.get("value"), hidden: config.getSecret("hidden") });
    export const answer = config.get("value");`;
}

async function make(options: ProjectOptions): Promise<PulumiProject> {
  const project = await pulumiProject(options);
  projects.push(project);
  return project;
}

test("a project runs up, an empty preview, an empty refresh and a destroy", async () => {
  const project = await make({
    program: oneThing('async(inputs)=>({id:"thing-1",outs:inputs})'),
    config: { "harness:value": "first" },
    secrets: { "harness:hidden": "gatekept" },
  });
  expect(await project.up()).toMatchObject({ code: 0, output: expect.stringContaining("+ 2 created") });
  expect(await project.preview({ expectNoChanges: true })).toMatchObject({ code: 0 });
  expect(await project.refresh({ expectNoChanges: true })).toMatchObject({ code: 0 });
  expect(await project.outputs()).toEqual({ answer: "first" });

  const { deployment } = await project.exportState();
  expect(deployment.resources?.map(({ id }) => id)).toContain("thing-1");
  const text = await project.stateText();
  expect(text).toContain("thing-1");
  expect(text).not.toContain("gatekept");

  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect((await project.exportState()).deployment.resources ?? []).toEqual([]);
});

test("a failed run is a result with its exit code and output, not an exception", async () => {
  const project = await make({ program: oneThing('async()=>{throw new Error("no room")}') });
  expect(await project.up()).toMatchObject({ code: 1, output: expect.stringContaining("no room") });
});

test("dispose ends what a killed CLI left running", async () => {
  const project = await make({ program: oneThing('()=>(console.log("creating"),new Promise(()=>{}))') });
  const up = project.start(["up", "--yes", "--skip-preview", "--stack", project.stack]);
  await up.waitFor(/creating/);
  up.kill("SIGKILL");
  expect(await up.done).toMatchObject({ code: 137 });

  expect(await processesOf(project)).not.toEqual([]);
  await project.dispose();
  await expect.poll(() => processesOf(project)).toEqual([]);
});

async function processesOf(project: PulumiProject): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const environments = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")),
  );
  return pids.filter((_, index) => environments[index]?.includes(project.directory));
}
