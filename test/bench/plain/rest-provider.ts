import type { dynamic } from "@pulumi/pulumi";

type Row = Record<string, unknown>;

/**
 * A dynamic provider of the plainest kind: one request for each call, and no other care. It is short on purpose,
 * because the textbook's way stores its text with every resource.
 */
export function restProvider(path: string): dynamic.ResourceProvider<Row, Row> {
  async function call(method: string, where: string, body?: Row): Promise<Row> {
    const response = await fetch(process.env.WORKSPACE_GATEWAY_BASE_URL + where, {
      method,
      headers: {
        authorization: `Bearer ${process.env.WORKSPACE_GATEWAY_ACCESS_TOKEN}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body) ?? null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${where}: ${text}`);
    return text ? JSON.parse(text).data : {};
  }
  const changed = (olds: Row, news: Row) => Object.keys(news).filter((key) => olds[key] !== news[key]);
  return {
    async diff(_id, olds, news) {
      const keys = changed(olds, news);
      return { changes: keys.length > 0, replaces: keys.filter((key) => key === "workspace_id") };
    },
    async create(inputs) {
      const row = await call("POST", path, { ...inputs, __provider: undefined });
      const { id, created_at, updated_at, gateway_name } = row;
      return {
        id: String(id),
        outs: { ...inputs, created_at, updated_at, ...(gateway_name ? { gateway_name } : {}) },
      };
    },
    async read(id, props = {}) {
      const query = props.workspace_id ? `?workspace_id=${props.workspace_id}` : "";
      const row = await call("GET", `${path}/${id}${query}`);
      const live = Object.keys(props).map((key) => [key, row[key] ?? props[key]]);
      return { id, props: Object.fromEntries(live) };
    },
    async update(id, olds, news) {
      const body = Object.fromEntries(changed(olds, news).map((key) => [key, news[key]]));
      const { updated_at } = await call("PATCH", `${path}/${id}`, {
        ...body,
        workspace_id: news.workspace_id,
      });
      return { outs: { ...olds, ...news, updated_at } };
    },
    async delete(id, { workspace_id }) {
      await call("DELETE", `${path}/${id}`, { workspace_id });
    },
  };
}
