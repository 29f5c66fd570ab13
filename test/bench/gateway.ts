import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { GatewayOptions } from "../gateway/index.ts";

export interface Requests {
  readonly all: number;
  /** Answered 429. */
  readonly refused: number;
  /** Served although the very same one had been served in that phase. */
  readonly repeated: number;
}

export interface Seen {
  readonly requests: Requests;
  readonly objects: number;
}

export class BenchGateway {
  readonly baseUrl: string;
  readonly token: string;
  private readonly child: ChildProcess;

  static async start(options: GatewayOptions): Promise<BenchGateway> {
    const child = fork(path.join(import.meta.dirname, "gateway-process.ts"), [JSON.stringify(options)]);
    const [{ baseUrl, token }] = await once(child, "message");
    return new BenchGateway(child, baseUrl, token);
  }

  private constructor(child: ChildProcess, baseUrl: string, token: string) {
    this.child = child;
    this.baseUrl = baseUrl;
    this.token = token;
  }

  async look(): Promise<Seen> {
    const answer = once(this.child, "message");
    this.child.send("look");
    const [seen] = await answer;
    return seen;
  }

  async close(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.disconnect();
    await ended;
  }
}
