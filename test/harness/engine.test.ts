import { expect, test } from "vitest";
import { pulumiProject } from "./engine.ts";

test("a project runs up, an empty preview, a refresh and a destroy", async () => {
  const project = await pulumiProject({
    program: `
      import * as pulumi from "@pulumi/pulumi";
      class Thing extends pulumi.CustomResource {
        constructor(name: string, props: object) {
          super("pulumi-nodejs:dynamic/test:Thing", name, {
            ...props,
            __provider: 'exports.handler=()=>({create:async(i)=>({id:"t1",outs:i}),diff:async(i,o,n)=>({changes:o.value!==n.value})})',
          });
        }
      }
      const config = new pulumi.Config("harness");
      new Thing("thing", { value: config.require("value"), secret: config.requireSecret("hidden") });
      export const answer = config.require("value");
    `,
    config: { "harness:value": "first" },
    secrets: { "harness:hidden": "gatekept" },
  });
  try {
    expect(await project.up()).toMatchObject({ code: 0, output: expect.stringContaining("+ 2 created") });
    expect(await project.preview({ expectNoChanges: true })).toMatchObject({ code: 0 });
    expect(await project.refresh({ expectNoChanges: true })).toMatchObject({ code: 0 });
    expect(await project.outputs()).toEqual({ answer: "first" });
    const { deployment } = await project.exportState();
    expect(deployment.resources?.map(({ id }) => id)).toContain("t1");
    expect(await project.stateText()).not.toContain("gatekept");
    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect((await project.exportState()).deployment.resources ?? []).toEqual([]);
  } finally {
    await project.dispose();
  }
});
