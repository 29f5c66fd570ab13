import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { adapters } from "../harness/adapter.ts";
import { type Declared, ref } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { prompt, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const workspaceId = ref("team");
const objects: readonly Declared[] = [
  team,
  { kind: "Budget", name: "cap", args: { workspaceId, budget: 10 } },
  prompt("tone"),
  { kind: "Quota", name: "burst", args: { match: { name: "burst" }, maxRequests: 7 } },
];

const writes = ({ log }: Gateway) =>
  log.entries().filter(({ method, path }) => method !== "GET" && !path.includes("token"));
const limits = (gateway: Gateway) => gateway.rows("quotas").map(({ max_requests }) => max_requests);

describe.each(adapters)("%s: the stack's settings lead to another address", (adapter) => {
  const w = life({ objects, adapter }, up);

  test("every operation is refused with both addresses, and nothing is sent, nor taken out of the state", async () => {
    const before = await w.project.exportState();
    const other = w.gateway.baseUrl.replace("127.0.0.1", "localhost");
    const env = { WORKSPACE_GATEWAY_BASE_URL: other };
    w.gateway.log.clear();
    const runs = [
      () => w.project.preview({ env }),
      () => w.project.up({ skipPreview: true, env }),
      () => w.project.refresh({ env }),
      () => w.project.destroy({ skipPreview: true, env }),
    ];
    for (const run of runs) {
      const said = await fails(run());
      expect(said).toContain(`was made on ${w.gateway.baseUrl}`);
      expect(said).toContain(`is ${other} now`);
    }
    expect(writes(w.gateway)).toEqual([]);
    const { deployment } = await w.project.exportState();
    const ids = (state: typeof before) => state.deployment.resources?.map(({ urn, id }) => `${urn} ${id}`);
    expect(ids({ deployment })).toEqual(ids(before));
  });

  test("said to have moved, it is found by one up, and destroyed at its new address", async () => {
    const env = { WORKSPACE_GATEWAY_BASE_URL: w.gateway.baseUrl.replace("127.0.0.1", "localhost") };
    await ok(
      w.project.up({ skipPreview: true, env: { ...env, WORKSPACE_GATEWAY_MOVED_FROM: w.gateway.baseUrl } }),
    );
    expect(writes(w.gateway)).toEqual([]);
    await ok(w.project.destroy({ skipPreview: true, env }));
    expect(w.calls.remaining()).toEqual([]);
    expect(limits(w.gateway)).toEqual([7]);
  });
});

describe("a provider of the program", () => {
  let w: World;
  let second: Gateway;
  const around = (provider: object, more: object = {}) => ({
    TEST_INSIDE: "1",
    TEST_AROUND: JSON.stringify({ provider, ...more }),
  });
  const settings = (gateway: Gateway) => ({
    baseUrl: gateway.baseUrl,
    accessToken: gateway.token({ user: "owner" }),
  });
  beforeAll(async () => {
    second = await startGateway({ port: 0, db: ":memory:" });
    second.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
    w = await world({ objects, adapter: "native" });
    await ok(w.project.up({ skipPreview: true, env: around(settings(w.gateway)) }));
    for (const { log } of [w.gateway, second]) log.clear();
  });
  afterAll(async () => {
    await w?.dispose();
    await second?.close();
  });

  test("whose arguments lead to another gateway is refused, and neither gateway hears of it", async () => {
    const said = await fails(w.project.preview({ env: around(settings(second)) }));
    expect(said).toContain(`was made on ${w.gateway.baseUrl}`);
    await fails(w.project.up({ skipPreview: true, env: around(settings(second)) }));
    await ok(w.project.up({ skipPreview: true, env: around(settings(w.gateway)) })); // the first address again
    expect([...writes(w.gateway), ...writes(second)]).toEqual([]);
  });

  test("in whose place there is another one makes everything anew on its gateway, and deletes it on the first", async () => {
    const env = around(settings(second), { providerName: "second" });
    await ok(w.project.up({ skipPreview: true, env }));
    expect([w.gateway, second].map((each) => each.rows("prompts").length)).toEqual([0, 1]);
    expect([w.gateway, second].map((each) => each.rows("workspaces").length)).toEqual([0, 1]);
    expect(limits(second)).toEqual([7]);
    await hasNoChanges(w, { env });
  });
});
