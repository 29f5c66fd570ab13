import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Task } from "./lane.ts";

export type Row = Readonly<Record<string, unknown>>;

/** As many as the provider has under way by default. */
const connections = 32;

/** Sends requests with nothing around them but the wait that a 429 asks for. */
export class FloorClient {
  private readonly gateway: Task["gateway"];
  private readonly agent = new Agent({ connections });

  constructor(gateway: Task["gateway"]) {
    this.gateway = gateway;
  }

  async send(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: Row): Promise<Row> {
    const { baseUrl, token } = this.gateway;
    for (;;) {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(baseUrl + path, {
        dispatcher: this.agent,
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.text();
      if (statusCode < 400) return text === "" ? {} : JSON.parse(text).data;
      if (statusCode !== 429) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`);
      await sleep(Number(headers["retry-after"]) * 1000);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
