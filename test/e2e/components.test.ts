import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { type Declared, withArgs, without } from "./support/declaration.ts";
import { everything, member } from "./support/everything.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const whole = [...everything, member];
// The tests of a frame are the stations of one stack's life, in this order.
describe.each(adapters)("%s, inside a component", (adapter) => {
  let w: World;
  beforeAll(async () => {
    w = await world({ objects: everything, adapter, env: { TEST_INSIDE: "1" } });
  });
  afterAll(() => w?.dispose());

  test("an object of every kind is made, and the ones that refer to others of the component too", async () => {
    await ok(w.project.up());
    w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
    await w.declare(whole);
    await ok(w.project.up({ skipPreview: true }));
    const { deployment } = await w.project.exportState();
    const ours = (deployment.resources ?? []).filter(({ type }) => type.includes("workspace-gateway:"));
    expect(ours.filter(({ urn }) => urn.includes("::acme:test:Around$"))).toHaveLength(whole.length);
    await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  });

  test("one of them is changed alone, and all are destroyed", async () => {
    await w.declare(withArgs(whole, { tone: { content: "Be kind." } }));
    w.calls.take();
    await ok(w.project.up({ skipPreview: true }));
    expect(w.calls.writes()).toEqual(["PATCH /prompts/tone content workspace_id"]);
    await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
  });
});

// What a component hands down, by one stack of each adapter: two components, one in the other, and a prompt that waits for them.
describe.each(adapters)("%s: what a component hands down", (adapter) => {
  const objects: readonly Declared[] = [
    ...whole,
    {
      kind: "Workspace",
      name: "later",
      args: { name: "Later" },
      opts: { outside: true, dependsOn: ["around-0"] },
    },
  ];
  let w: World;
  beforeAll(async () => {
    w = await world({ objects: without(objects, "later", member.name), adapter, env: { TEST_INSIDE: "2" } });
    await ok(w.project.up({ skipPreview: true }));
    w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
    await w.declare(objects);
  });
  afterAll(() => w?.dispose());

  const handedDown = (around: object) => ({ TEST_AROUND: JSON.stringify(around) });
  async function sent(around: object): Promise<string[]> {
    w.calls.take();
    await ok(w.project.up({ skipPreview: true, env: handedDown(around) }));
    const writes = w.calls.writes();
    await ok(w.project.preview({ expectNoChanges: true, refresh: true, env: handedDown(around) }));
    return writes;
  }

  test("what depends on a component is made after all that is in it, and in the components in it", async () => {
    expect((await sent({})).at(-1)).toBe("POST /workspaces name");
  });

  test("another name of a component, by an alias, with protection and transforms, sends what transforms change", async () => {
    const around = {
      name: "unit",
      aliases: [{ name: "around-0" }],
      protect: true,
      prompts: { content: "Be kind." },
    };
    expect(await sent(around)).toEqual(["PATCH /prompts/tone content workspace_id"]);
    const { deployment } = await w.project.exportState();
    const inside = (deployment.resources ?? []).filter(({ urn }) => urn.includes("acme:test:Around"));
    expect(inside.map(({ urn, protect }) => `${urn.split("::").at(-1)} ${protect}`).sort()).toEqual(
      ["unit", "around-1", ...whole.map(({ name }) => name)].map((name) => `${name} true`).sort(),
    );
  });

  test("a provider is handed down too, and nothing is made again by it", async () => {
    const around = { name: "unit", prompts: { content: "Be kind." } };
    const { baseUrl, app } = w.gateway;
    const { clientId, clientSecret } = app;
    const provider = { baseUrl, accessToken: w.token, clientId, clientSecret };
    const files = w.calls.remaining();
    if (adapter === "native") expect(await sent({ ...around, provider })).toEqual([]);
    else expect(await sent(around)).toEqual([]);
    expect(w.calls.remaining()).toEqual(files);
    await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
  });
});
