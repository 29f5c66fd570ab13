import { connect, createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { cancellation, engineIo } from "../../../provider/lifecycle/engine.js";

const urn = "urn:pulumi:test::p::t::docs";

interface Heard {
  severity: string;
  message: string;
  urn: string;
  ephemeral: boolean;
}

interface Server {
  addService(service: unknown, calls: object): void;
  bindAsync(address: string, credentials: unknown, bound: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

interface Grpc {
  Server: new () => Server;
  ServerCredentials: { createInsecure(): unknown };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.forceShutdown();
  vi.restoreAllMocks();
});

/** What the engine offers to its plugins, as far as lines go; `refuse` answers each with an error. */
async function engine({ refuse = false } = {}): Promise<{ address: string; heard: Heard[] }> {
  const require = createRequire(import.meta.url);
  const ofPulumi = createRequire(require.resolve("@pulumi/pulumi"));
  const grpc: Grpc = ofPulumi("@grpc/grpc-js");
  const { EngineService }: { EngineService: object } = require("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogSeverity }: { LogSeverity: object } = require("@pulumi/pulumi/proto/engine_pb.js");
  const { Empty }: { Empty: new () => object } = ofPulumi("google-protobuf/google/protobuf/empty_pb.js");
  const heard: Heard[] = [];
  const server = new grpc.Server();
  servers.push(server);
  server.addService(EngineService, {
    log: (
      { request }: { request: { toObject(): Heard } },
      done: (error: object | null, answer: object) => void,
    ) => {
      const line = request.toObject();
      const [severity = ""] =
        Object.entries(LogSeverity).find(([, number]) => number === line.severity) ?? [];
      heard.push({ severity, message: line.message, urn: line.urn, ephemeral: line.ephemeral });
      done(refuse ? { code: 12, message: "no" } : null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { address: `127.0.0.1:${port}`, heard };
}

test.each<[string, (io: ReturnType<typeof engineIo>) => void, Heard[]]>([
  [
    "lines about a resource go to that resource: warnings stay, progress passes",
    (io) => {
      io.warn("mind this", urn);
      io.progress("PENDING, 0 pages", urn);
    },
    [
      { severity: "WARNING", message: "mind this", urn, ephemeral: false },
      { severity: "INFO", message: "PENDING, 0 pages", urn, ephemeral: true },
    ],
  ],
  [
    "a warning about no resource goes to the stack, and progress nowhere",
    (io) => {
      io.progress("PENDING, 0 pages");
      io.warn("mind this");
    },
    [{ severity: "WARNING", message: "mind this", urn: "", ephemeral: false }],
  ],
  [
    "what is said goes to the stack, and stays",
    (io) => io.say("12 requests"),
    [{ severity: "INFO", message: "12 requests", urn: "", ephemeral: false }],
  ],
])("%s, and nothing is printed", async (_law, tell, lines) => {
  const printed = (["warn", "log"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
  const { address, heard } = await engine();
  tell(engineIo(address));
  await vi.waitFor(() => expect(heard).toHaveLength(lines.length));
  expect(heard.toSorted((a, b) => a.message.localeCompare(b.message))).toEqual(lines);
  for (const print of printed) expect(print).not.toHaveBeenCalled();
});

test("a caller that ends the process can wait until the engine has received every line", async () => {
  const { address, heard } = await engine();
  const io = engineIo(address);
  for (const line of ["12 requests", "eu: 3 requests"]) io.say(line);
  await io.delivered();
  expect(heard.map(({ message }) => message).toSorted()).toEqual(["12 requests", "eu: 3 requests"]);
});

test("a message is printed if there is no engine", () => {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  engineIo("no address").say("12 requests");
  expect(printed.mock.calls).toEqual([["12 requests"]]);
});

test("the caller can provide the cancellation signal", async () => {
  const { address } = await engine();
  const stopping = new AbortController();
  const { cancelled } = engineIo(address, undefined, () => stopping.signal);
  expect(cancelled.aborted).toBe(false);
  stopping.abort();
  expect(cancelled.aborted).toBe(true);
});

test("a warning that the engine rejects is printed, so that it is not lost", async () => {
  const printed = vi.spyOn(console, "warn").mockReturnValue();
  const { address } = await engine({ refuse: true });
  engineIo(address).warn("mind this", urn);
  await vi.waitFor(() => expect(printed).toHaveBeenCalledExactlyOnceWith("mind this"));
});

test.each([
  ["without an engine", undefined, urn],
  ["with something else than an engine's address", "--help", urn],
])("%s, a warning is printed and progress is not", (_how, address, about) => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const told = vi.spyOn(console, "log").mockReturnValue();
  const io = engineIo(address);
  io.warn("mind this", about);
  io.progress("PENDING, 0 pages", about);
  expect(warned).toHaveBeenCalledExactlyOnceWith("mind this");
  expect(told).not.toHaveBeenCalled();
});

test("the engine's address is the last argument, after the logging arguments", async () => {
  const { address, heard } = await engine();
  const { argv } = process;
  process.argv = ["node", "plugin", "--logtostderr", "-v=9", "--tracing", "http://127.0.0.1:4317", address];
  try {
    engineIo().warn("a line", urn);
  } finally {
    process.argv = argv;
  }
  await vi.waitFor(() => expect(heard).toMatchObject([{ severity: "WARNING", message: "a line", urn }]));
});

const engines: Engine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));

class Engine {
  readonly connections = new Set<ServerHttp2Session>();
  seen = 0;
  private readonly server: Http2Server = createServer();

  constructor() {
    engines.push(this);
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

test("a running engine is considered alive without further connections", async () => {
  const { engine, io, end } = await watched();
  await Promise.all(Array.from({ length: 100 }, () => io.engineAlive()));
  expect(engine.seen).toBe(1);
  expect(end).not.toHaveBeenCalled();
});

test("the plugin ends once the engine is gone, and the engine is never reported as alive again", async () => {
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

test("an engine that only drops the connection is not considered gone", async () => {
  const { engine, io, end } = await watched();
  engine.drop();
  await vi.waitFor(() => expect(engine.seen).toBe(2));
  await io.engineAlive();
  expect(end).not.toHaveBeenCalled();
});

test("an engine that stopped before the first check is considered gone", async () => {
  const engine = new Engine();
  const address = await engine.start();
  await engine.stop();
  const end = vi.fn();
  void engineIo(address, end).engineAlive();
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
});

test.each([undefined, "--help", "login"])(
  "a process that was not started by an engine never waits for one: %s",
  async (argument) => {
    const end = vi.fn();
    await engineIo(argument, end).engineAlive();
    expect(end).not.toHaveBeenCalled();
  },
);

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What the engine does to its plugin, which is a server. */
async function call(method: string): Promise<void> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closing.push(
    () => session.destroy(),
    () => server.close(),
  );
  const stream = session.request({ ":method": "POST", ":path": `/pulumirpc.ResourceProvider/${method}` });
  stream.resume().end();
  await new Promise((done) => stream.once("close", done));
}

test("the run is canceled by the engine's Cancel call, and by no other call", async () => {
  const cancelled = cancellation();
  for (const method of ["Configure", "Check", "Diff", "Create", "Delete"]) await call(method);
  expect(cancelled.aborted).toBe(false);
  await call("Cancel");
  expect(cancelled.aborted).toBe(true);
});
