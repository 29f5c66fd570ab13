import { createRequire } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { engineIo } from "../../../provider/lifecycle/engine.js";

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
])("%s, and is not printed", async (_law, tell, lines) => {
  const printed = (["warn", "log"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
  const { address, heard } = await engine();
  tell(engineIo(address));
  await vi.waitFor(() => expect(heard).toHaveLength(lines.length));
  expect(heard.toSorted((a, b) => a.message.localeCompare(b.message))).toEqual(lines);
  for (const print of printed) expect(print).not.toHaveBeenCalled();
});

test("who ends the process can wait until the engine has every line", async () => {
  const { address, heard } = await engine();
  const io = engineIo(address);
  for (const line of ["12 requests", "eu: 3 requests"]) io.say(line);
  await io.delivered();
  expect(heard.map(({ message }) => message).toSorted()).toEqual(["12 requests", "eu: 3 requests"]);
});

test("what is said without an engine is printed", () => {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  engineIo("no address").say("12 requests");
  expect(printed.mock.calls).toEqual([["12 requests"]]);
});

test("who hears the engine's request to stop may say how", async () => {
  const { address } = await engine();
  const stopping = new AbortController();
  const { cancelled } = engineIo(address, undefined, () => stopping.signal);
  expect(cancelled.aborted).toBe(false);
  stopping.abort();
  expect(cancelled.aborted).toBe(true);
});

test("a warning that the engine does not take is printed, so that it is not lost", async () => {
  const printed = vi.spyOn(console, "warn").mockReturnValue();
  const { address } = await engine({ refuse: true });
  engineIo(address).warn("mind this", urn);
  await vi.waitFor(() => expect(printed).toHaveBeenCalledExactlyOnceWith("mind this"));
});

test.each([
  ["without an engine", undefined, urn],
  ["with something else than an engine's address", "--help", urn],
])("%s a warning is printed, and progress is not", (_how, address, about) => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const told = vi.spyOn(console, "log").mockReturnValue();
  const io = engineIo(address);
  io.warn("mind this", about);
  io.progress("PENDING, 0 pages", about);
  expect(warned).toHaveBeenCalledExactlyOnceWith("mind this");
  expect(told).not.toHaveBeenCalled();
});

test("the engine's address is the last argument, after those that ask for logs", async () => {
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
