import { expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { life } from "./support/life.ts";
import { mapping, model, provider } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";

const sales = teamOf("sales");
const support = teamOf("support");

// One program for two stacks, as in `examples/fleet`: each declares what the file of its name holds.
const perStack = `import { getStack } from "@pulumi/pulumi/metadata.js";
${program.replace('"objects.json"', '"objects-" + getStack() + ".json"')}`;

// The tests of this file are the stations of two stacks' lives, in this order.
const files = {
  "index.ts": perStack,
  "objects-test.json": JSON.stringify([...sales, ...support]),
  "objects-new.json": "[]",
};
const w = life({ files }, async () => {
  await ok(up("test"));
  await ok(w.project.run(["stack", "init", "new", "--no-select"]));
});

test("a team that moves to its own stack keeps its objects, and neither stack sends a write", async () => {
  w.calls.take();
  const { resources = [] } = (await w.project.exportState()).deployment;
  const urns = resources.map(({ urn }) => urn).filter((urn) => urn.includes("::support"));
  expect(urns).toHaveLength(support.length);
  await ok(w.project.run(["state", "move", "--source", "test", "--dest", "new", "--yes", ...urns]));
  await w.project.write("objects-test.json", JSON.stringify(sales));
  await w.project.write("objects-new.json", JSON.stringify(support));
  expect(await ok(up("test"))).toMatch(/Resources:\n +5 unchanged\n/);
  expect(await ok(up("new"))).toMatch(/Resources:\n( +\+ 1 created\n)? +[45] unchanged\n/);
  expect(w.calls.writes()).toEqual([]);
});

test("after the move, each stack refreshes without changes, and a destroy removes only its own team", async () => {
  for (const stack of ["test", "new"]) {
    await ok(w.project.run(["refresh", "--yes", "--skip-preview", "--expect-no-changes", "--stack", stack]));
  }
  w.calls.take();
  await ok(w.project.run(["destroy", "--yes", "--skip-preview", "--stack", "new"]));
  expect(w.gateway.rows("workspaces")).toMatchObject([{ name: "sales" }]);
  expect(await ok(up("test"))).toMatch(/Resources:\n +5 unchanged\n/);
  expect(await w.project.stateText()).not.toContain("sk-made-up");
});

function up(stack: string) {
  return w.project.run(["up", "--yes", "--skip-preview", "--stack", stack]);
}

function teamOf(name: string): Declared[] {
  const workspaceId = ref(name);
  const [openai, gpt] = [`${name}-openai`, `${name}-gpt`];
  return [
    { kind: "Workspace", name, args: { name } },
    provider(openai, { workspaceId, name: "openai", apiKey: `sk-made-up-${name}` }),
    model(gpt, openai, { workspaceId, name: "gpt" }),
    mapping(`${name}-default`, { workspaceId, targetModel: ref(gpt, "gatewayName") }),
  ];
}
