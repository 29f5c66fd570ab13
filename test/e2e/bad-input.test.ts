import { expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { wrongInputs } from "../kinds/data.ts";
import { worldOfTest } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";

// What is said of every kind is tried in process (test/contract/bad-input.test.ts, test/program/declaration.test.ts); here, that
// the engine shows it.
const wrong = wrongInputs
  .filter(({ kind }) => kind === "ModelProvider" || kind === "Model")
  .map(({ kind, args, said }, index) => ({ kind, name: `faulty-${index}`, args, said }));

test.each(adapters)(
  "%s: a preview names all wrong resources, says of every property what would be right, and shows no stack, asking nothing",
  async (adapter) => {
    const w = await worldOfTest({ adapter });
    await w.declare(wrong);
    const output = await fails(w.project.preview());
    for (const { kind, name, said } of wrong)
      for (const reason of said) expect(output).toContain(`${kind} "${name}": ${reason}`);
    expect(output).not.toMatch(/^\s+at |error serializing/m);
    expect(output).toMatch(/\(\S+\.ts:\d+:\d+\)/);
    expect(w.calls.take()).toEqual([]);
    expect(wrong).toHaveLength(4);
  },
);

const transformed = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const complete: pulumi.ResourceTransform = ({ props, opts }) => ({ props: { ...props, name: "Team" }, opts });
new gateway.Workspace("team", {} as gateway.WorkspaceArgs, { transforms: [complete] });
`;

test("a resource that a transform completes is not refused", async () => {
  const w = await worldOfTest({ files: { "index.ts": transformed } });
  await ok(w.project.preview());
});
