import { onTestFinished } from "vitest";
import { type GatewayOptions, startGateway } from "../index.ts";
import { isObject, type Json, type Row } from "../json.ts";

interface Wish {
  body?: unknown;
  /** The caller, with every scope. By default `owner`. */
  user?: string;
  token?: string;
  headers?: Record<string, string>;
}

export type Opened = Awaited<ReturnType<typeof openGateway>>;

/** Starts a gateway that is closed at the end of the test. */
export async function openGateway(options: GatewayOptions = {}) {
  const gateway = await startGateway(options);
  onTestFinished(() => gateway.close());
  const owner = gateway.token();
  const call = async (method: string, path: string, { body, user, headers = {}, ...wish }: Wish = {}) => {
    const token = wish.token ?? (user === undefined ? owner : gateway.token({ user }));
    const url = path.startsWith("http") ? path : gateway.baseUrl + path;
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...content, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, ...parsed(text) };
  };
  const create = async (path: string, body: Row) => (await call("POST", path, { body })).data;
  return {
    gateway,
    call,
    workspace: async (name = "Team") => String((await create("/workspaces", { name })).id),
    provider: (workspace_id: string, more?: Row) =>
      create("/providers", { ...providerBody, workspace_id, ...more }),
    model: (workspace_id: string, provider_id: string) =>
      create("/models", { ...modelBody, workspace_id, provider_id }),
  };
}

export async function openWorkspace(options?: GatewayOptions) {
  const opened = await openGateway(options);
  return { ...opened, workspace_id: await opened.workspace() };
}

export const providerBody: Row = {
  name: "openai",
  base_url: "https://api.example.com/v1",
  priority: 1,
  compatibility: "OPENAI_SDK",
};

export const modelBody: Row = {
  name: "small",
  display_name: "Small",
  type: "chat",
  input_cost: 0.5,
  output_cost: 1.5,
  context_window: 8192,
};

/** A body as an object, and its `data` as a single item and as a list. Each is empty if it does not apply. */
function parsed(text: string) {
  const value: Json = /^[{[]/.test(text) ? JSON.parse(text) : null;
  const body: Row = isObject(value) ? value : {};
  const data: Row = isObject(body.data) ? body.data : {};
  const list: Row[] = Array.isArray(body.data) ? body.data.filter(isObject) : [];
  return { body, data, list };
}
