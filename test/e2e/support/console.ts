import type { Gateway } from "../../gateway/index.ts";

type Row = Readonly<Record<string, unknown>>;

/** An object that was made, as far as others need it. */
export interface Clicked {
  readonly id: string;
  /** Of a model: what requests call it. */
  readonly gateway_name: string;
}

/** What a person clicks together in the gateway's console: no stack knows of it, and the log does not show it. */
export class Console {
  private readonly gateway: Gateway;

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  async make(path: string, body: Row): Promise<Clicked> {
    const { data } = (await this.ask("POST", path, body)) as { data: Clicked };
    return data;
  }

  workspace(name: string): Promise<Clicked> {
    return this.make("/workspaces", { name });
  }

  async budget(workspace: Clicked, budget: number): Promise<void> {
    await this.ask("PATCH", `/workspaces/${encodeURIComponent(workspace.id)}/budget`, { budget });
  }

  provider(workspace: Clicked, name: string, more: Row = {}): Promise<Clicked> {
    const upstream = { base_url: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
    return this.make("/providers", { workspace_id: workspace.id, name, ...upstream, ...more });
  }

  model(workspace: Clicked, provider: Clicked, name: string, more: Row = {}): Promise<Clicked> {
    const known = {
      display_name: name,
      type: "chat",
      input_cost: 2.5,
      output_cost: 10,
      context_window: 128_000,
    };
    const place = { workspace_id: workspace.id, provider_id: provider.id };
    return this.make("/models", { ...place, name, ...known, ...more });
  }

  prompt(workspace: Clicked, name: string, content: string, more: Row = {}): Promise<Clicked> {
    return this.make("/prompts", { workspace_id: workspace.id, name, content, ...more });
  }

  mapping(workspace: Clicked, sourceName: string, targetModel: string, more: Row = {}): Promise<Clicked> {
    const route = { source_name: sourceName, target_model: targetModel };
    return this.make("/mappings", { workspace_id: workspace.id, ...route, ...more });
  }

  config(workspace: Clicked, name: string, more: Row = {}): Promise<Clicked> {
    return this.make("/configs", { workspace_id: workspace.id, name, ...more });
  }

  index(workspace: Clicked, url: string, more: Row = {}): Promise<Clicked> {
    return this.make("/indexes", { workspace_id: workspace.id, url, ...more });
  }

  async change(
    path: string,
    workspace: Pick<Clicked, "id">,
    { id }: Pick<Clicked, "id">,
    changes: Row,
  ): Promise<void> {
    const body = { workspace_id: workspace.id, ...changes };
    await this.ask("PATCH", `${path}/${encodeURIComponent(id)}`, body);
  }

  async remove(path: string, workspace: Pick<Clicked, "id">, { id }: Pick<Clicked, "id">): Promise<void> {
    await this.ask("DELETE", `${path}/${encodeURIComponent(id)}`, { workspace_id: workspace.id });
  }

  private async ask(method: string, path: string, body: Row): Promise<unknown> {
    const answer = await this.gateway.console(method, path, body);
    if (answer.status >= 300) {
      throw new Error(
        `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)} to ${JSON.stringify(body)}`,
      );
    }
    return answer.body;
  }
}
