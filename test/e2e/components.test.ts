import { describe, expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { everything } from "./support/everything.ts";
import { whole } from "./support/grown.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

// The tests of an adapter are the stations of one stack's life, in this order: in two components, one in the other.
describe.each(adapters)("%s, inside components", (adapter) => {
  const opts = { outside: true, dependsOn: ["around-0"] };
  const objects = [...whole, { kind: "Workspace", name: "later", args: { name: "Later" }, opts } as const];
  const w = life({ objects: everything, adapter, env: { TEST_INSIDE: "2" } }, async () => {
    await up(w);
    w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
    await w.declare(objects);
  });

  const handedDown = (around: object) => ({ TEST_AROUND: JSON.stringify(around) });
  async function sent(around: object): Promise<string[]> {
    w.calls.take();
    await up(w, undefined, { env: handedDown(around) });
    return w.calls.writes();
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
    expect(inside.filter(({ urn }) => urn.includes("::acme:test:Around$acme:test:Around$"))).toHaveLength(
      whole.length,
    );
    expect(inside.map(({ urn, protect }) => `${urn.split("::").at(-1)} ${protect}`).sort()).toEqual(
      ["unit", "around-1", ...whole.map(({ name }) => name)].map((name) => `${name} true`).sort(),
    );
  });

  test("a provider is handed down too, and nothing is made again by it", async () => {
    const around = { name: "unit", prompts: { content: "Be kind." } };
    const { baseUrl, app } = w.gateway;
    const { clientId, clientSecret } = app;
    const provider = { baseUrl, accessToken: w.token, clientId, clientSecret };
    const last = adapter === "native" ? { ...around, provider } : around;
    expect(await sent(last)).toEqual([]);
    await hasNoChanges(w, { env: handedDown(last) });
    await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
  });

  test("references between what is new are marked in a preview, unless transforms may change them", async () => {
    const marks = async (around: object) => {
      const { stdout } = await w.project.preview({ json: true, env: handedDown(around) });
      return [...new Set(stdout.match(/(?<=__reference_)\w+/g))].toSorted();
    };
    expect(await marks({})).toEqual(["modelId", "providerId", "targetModel", "workspaceId"]);
    expect(await marks({ prompts: {} })).toEqual([]);
  });
});
