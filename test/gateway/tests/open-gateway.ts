import { onTestFinished } from "vitest";
import { type Gateway, type GatewayOptions, startGateway } from "../index.ts";
import { isObject, type Json, type Row } from "../json.ts";

interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** The body as an object; empty when it is none. */
  body: Row;
  /** `body.data` of a single item. */
  data: Row;
  /** `body.data` of a list. */
  list: Row[];
}

interface Wish {
  body?: unknown;
  /** Who asks, with every scope; `owner` by default. */
  user?: string;
  token?: string;
  headers?: Record<string, string>;
}

export interface Opened {
  gateway: Gateway;
  call(method: string, path: string, wish?: Wish): Promise<Answered>;
  /** Makes a workspace, and an object of each kind that has one POST. */
  workspace(name?: string): Promise<string>;
  provider(workspaceId: string, more?: Row): Promise<Row>;
  model(workspaceId: string, providerId: string, more?: Row): Promise<Row>;
}

/** Starts a gateway that the end of the test closes. */
export async function openGateway(options: GatewayOptions = {}): Promise<Opened> {
  const gateway = await startGateway(options);
  onTestFinished(() => gateway.close());
  const owner = gateway.token();
  const call: Opened["call"] = async (method, path, { body, user, headers = {}, ...wish } = {}) => {
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
    provider: (workspace_id, more) => create("/providers", { ...providerBody, workspace_id, ...more }),
    model: (workspace_id, provider_id, more) =>
      create("/models", { ...modelBody, workspace_id, provider_id, ...more }),
  };
}

export async function openWorkspace(options?: GatewayOptions): Promise<Opened & { workspace_id: string }> {
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

function parsed(text: string): Pick<Answered, "body" | "data" | "list"> {
  const value: Json = /^[{[]/.test(text) ? JSON.parse(text) : null;
  const body = isObject(value) ? value : {};
  const data = isObject(body.data) ? body.data : {};
  const list = Array.isArray(body.data) ? body.data.filter(isObject) : [];
  return { body, data, list };
}
