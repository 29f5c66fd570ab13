import { newId } from "./clock.ts";
import type { Row } from "./json.ts";
import type { Service } from "./service.ts";

export type Seed = ReturnType<typeof createSeed>;

/** Returns functions that create data which the API cannot create. */
export function createSeed(service: Service) {
  const { store, accounts, clock, variants } = service;
  const ownerId = () => accounts.get("owner").id;
  const stamps = () => {
    const now = clock.stamp();
    return { created_at: now, updated_at: now };
  };
  const metric = (fields: Row = {}) =>
    store.table("metrics").insert({
      id: newId(variants),
      user_id: ownerId(),
      key_id: "key-1",
      method: "POST",
      endpoint: "/v1/chat/completions",
      status_code: 200,
      duration_ms: 840,
      tokens_input: 120,
      tokens_output: 64,
      cost: 0.0123,
      provider_id: "provider-1",
      model_id: "model-1",
      created_at: clock.stamp(),
      ...fields,
    });
  /** Creates `count` metrics, one minute apart, oldest first. */
  const metrics = (count: number, fields: Row = {}) => {
    const newest = clock.now();
    return Array.from({ length: count }, (_, index) =>
      metric({ created_at: new Date(newest - (count - index) * 60_000).toISOString(), ...fields }),
    );
  };
  const quota = (fields: Row = {}) =>
    store.table("quotas").insert({
      id: newId(variants),
      user_id: ownerId(),
      name: "Requests per hour",
      max_requests: 1000,
      period: "ROLLING",
      window_minutes: 60,
      current_usage: 0,
      ...stamps(),
      ...fields,
    });

  return {
    metric,
    metrics,
    quota,
    /** Creates two quotas and some metrics, unless they already exist. */
    samples() {
      if (store.table("quotas").count({}) === 0) {
        quota();
        quota({ name: "Requests per day", max_requests: 10_000, period: "CALENDAR", window_minutes: 1440 });
      }
      if (store.table("metrics").count({}) === 0) metrics(25);
    },
    member: (workspaceId: string, user: string, role: "ADMIN" | "MEMBER" = "MEMBER") =>
      store.table("members").insert({
        id: newId(variants),
        workspace_id: workspaceId,
        user_id: accounts.get(user).id,
        role,
        created_at: clock.stamp(),
      }),
    workflow: (workspaceId: string, fields: Row = {}) =>
      store.table("workflows").insert({
        id: newId(variants),
        workspace_id: workspaceId,
        name: "Routing",
        description: null,
        enabled: true,
        is_default: false,
        workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
        ...stamps(),
        ...fields,
      }),
    /** Records spending against a workspace's budget. */
    spend: (workspaceId: string, amount: number) => {
      const table = store.table("workspaces");
      const spent = Number(table.first({ id: workspaceId })?.current_spend ?? 0);
      table.update(workspaceId, { current_spend: spent + amount });
    },
    user: (username: string) => accounts.add(username),
  };
}
