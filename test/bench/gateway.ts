import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { GatewayOptions } from "../gateway/index.ts";

/** Requests in the gateway's log. */
export interface Requests {
  readonly all: number;
  /** Answered 429. */
  readonly refused: number;
  /** Served although the very same one had been served in that phase. */
  readonly repeated: number;
}

/** A reference gateway in a process of its own. */
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

  /** What was asked since the last look. */
  async takeRequests(): Promise<Requests> {
    const answer = once(this.child, "message");
    this.child.send("take");
    const [requests] = await answer;
    return requests;
  }

  async close(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.disconnect();
    await ended;
  }
}
