import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { engineIo } from "../../../provider/lifecycle/engine.js";

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
  await io.engineAlive();
  await vi.waitFor(() => expect(engine.connections.size).toBe(1));
  return { engine, io, end };
}

test("an engine that is there is alive, and is asked nothing more", async () => {
  const { engine, io, end } = await watched();
  await Promise.all(Array.from({ length: 100 }, () => io.engineAlive()));
  expect(engine.seen).toBe(1);
  expect(end).not.toHaveBeenCalled();
});

test("once the engine is gone its plugin ends, and is never told again that the engine is alive", async () => {
  const { engine, io, end } = await watched();
  const alive = vi.fn();
  await engine.stop();
  void io.engineAlive().then(alive);
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
  void io.engineAlive().then(alive);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(alive).not.toHaveBeenCalled();
  expect(end).toHaveBeenCalledOnce();
});

test("an engine that only drops the connection is not taken for gone", async () => {
  const { engine, io, end } = await watched();
  engine.drop();
  await vi.waitFor(() => expect(engine.seen).toBe(2));
  await io.engineAlive();
  expect(end).not.toHaveBeenCalled();
});

test("an engine that ended before the first look is gone", async () => {
  const engine = new Engine();
  const address = await engine.start();
  await engine.stop();
  const end = vi.fn();
  void engineIo(address, end).engineAlive();
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
});

test.each([undefined, "--help", "login"])(
  "a process that no engine has started never waits for one: %s",
  async (argument) => {
    const end = vi.fn();
    await engineIo(argument, end).engineAlive();
    expect(end).not.toHaveBeenCalled();
  },
);
