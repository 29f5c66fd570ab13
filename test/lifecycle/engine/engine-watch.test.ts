import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { engineIo } from "../../../provider/lifecycle/engine/engine-io.js";

const open: Engine[] = [];
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.stop())));

/** What listens where the engine does; connections come and go. */
class Engine {
  readonly connections = new Set<ServerHttp2Session>();
  seen = 0;
  private readonly server: Http2Server = createServer();

  constructor() {
    open.push(this);
    this.server.on("session", (session) => {
      this.seen++;
      this.connections.add(session);
      session.once("close", () => this.connections.delete(session));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  drop(): void {
    for (const session of this.connections) session.destroy();
  }

  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.server.close(done));
    this.drop();
    await stopped;
  }
}

async function watched() {
  const engine = new Engine();
  const address = await engine.start();
  const end = vi.fn();
  const io = engineIo(address, end);
  await io.attended();
  await vi.waitFor(() => expect(engine.connections.size).toBe(1));
  return { engine, io, end };
}

test("while the engine is there its plugin is attended, and asks it nothing more", async () => {
  const { engine, io, end } = await watched();
  await Promise.all(Array.from({ length: 100 }, () => io.attended()));
  expect(engine.seen).toBe(1);
  expect(end).not.toHaveBeenCalled();
});

test("once the engine is gone its plugin ends, and nothing is attended any more", async () => {
  const { engine, io, end } = await watched();
  const attended = vi.fn();
  await engine.stop();
  void io.attended().then(attended);
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
  void io.attended().then(attended);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(attended).not.toHaveBeenCalled();
  expect(end).toHaveBeenCalledOnce();
});

test("an engine that only drops the connection is not taken for gone", async () => {
  const { engine, io, end } = await watched();
  engine.drop();
  await vi.waitFor(() => expect(engine.seen).toBe(2));
  await io.attended();
  expect(end).not.toHaveBeenCalled();
});

test("an engine that ended before the first look is gone", async () => {
  const engine = new Engine();
  const address = await engine.start();
  await engine.stop();
  const end = vi.fn();
  void engineIo(address, end).attended();
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
});

test.each([undefined, "--help", "login"])(
  "a process that no engine has started is always attended: %s",
  async (argument) => {
    const end = vi.fn();
    await engineIo(argument, end).attended();
    expect(end).not.toHaveBeenCalled();
  },
);
