import { subscribe } from "node:diagnostics_channel";
import { connect } from "node:http2";
import { setImmediate, setTimeout } from "node:timers/promises";
import { type Io, systemIo } from "../io/io.js";
import { SharedClaims } from "../io/shared-claims.js";
import type { Kind } from "../spec/kind.js";
import { defined } from "../text/json.js";
import { printable } from "../text/words.js";
import { ofSdk } from "./of-sdk.js";
import { Session } from "./session.js";

/** Milliseconds to finish work at exit: a renewed sign-in must be stored, and lines must reach the engine. */
const grace = 1000;

interface EngineIo extends Io {
  /** Shows a line among the stack's messages. */
  say(line: string): void;
  delivered(): Promise<void>;
  end(): void;
}

/**
 * The engine passes its address as the plugin's last argument, after its log flags. Lines are sent to this
 * address, because the engine shows a plugin's console output as stack messages, not as warnings. It does not
 * show a native plugin's output at all.
 */
export function engineIo(
  address: string | undefined = process.argv.at(-1),
  end: () => void = () => void setTimeout(grace).then(() => process.exit(1)),
  cancelled: () => AbortSignal = cancellation,
): EngineIo {
  let client: ReturnType<typeof connectToEngine> | undefined;
  let watch: EngineWatch | undefined;
  const underWay = new Set<Promise<void>>();
  const log = (severity: "INFO" | "WARNING", text: string, urn: string, ephemeral: boolean) => {
    client ??= connectToEngine(address ?? "");
    const line = client(severity, printable(text), urn, ephemeral);
    underWay.add(line);
    void line.finally(() => underWay.delete(line));
  };
  const hasEngine = address !== undefined && /:\d+$/.test(address);
  const claims = hasEngine ? new SharedClaims(address) : undefined;
  return {
    ...systemIo,
    warn: (line, urn = "") => (hasEngine ? log("WARNING", line, urn, false) : systemIo.warn(line)),
    progress: (line, urn) => {
      if (hasEngine && urn !== undefined) {
        log("INFO", line, urn, true);
      }
    },
    say: (line) => (hasEngine ? log("INFO", line, "", false) : systemIo.progress(line)),
    cancelled: hasEngine ? cancelled() : systemIo.cancelled,
    ...defined({ claims }),
    delivered: async () => {
      await Promise.race([Promise.all(underWay), setTimeout(grace, undefined, { ref: false })]);
    },
    end: () => claims?.end(),
    engineAlive: async () => {
      if (hasEngine) {
        watch ??= new EngineWatch(address, end);
        await watch.alive();
      }
    },
  };
}

/** Each process serves one operation. When the operation ends, `say` prints the request costs. */
export function startSession(
  kinds: readonly Kind[],
  io: EngineIo,
  say: (line: string) => void,
  stopping = new AbortController(),
) {
  const session = new Session(kinds, process.env, io);
  // Watches the engine from now on, even while no request is sent.
  void io.engineAlive();
  process.once("exit", io.end);
  const stop = () => {
    if (!stopping.signal.aborted) {
      stopping.abort();
      session.end();
      session.costs().forEach(say);
    }
  };
  // The engine sends SIGINT to its plugins when an operation has ended, whether or not it asked them to stop.
  process.once("SIGINT", () => {
    stop();
    void io.delivered().then(() => process.exit(0));
  });
  return { session, stop };
}

/** Loads gRPC only when the first line is shown, because most runs show none. */
function connectToEngine(address: string) {
  const { EngineClient }: typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js") =
    require("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogRequest, LogSeverity }: typeof import("@pulumi/pulumi/proto/engine_pb.js") =
    require("@pulumi/pulumi/proto/engine_pb.js");
  const { credentials }: { credentials: { createInsecure(): never } } = ofSdk("@grpc/grpc-js");
  const engine = new EngineClient(address, credentials.createInsecure());
  return (severity: "INFO" | "WARNING", line: string, urn: string, ephemeral: boolean) => {
    const request = new LogRequest()
      .setSeverity(LogSeverity[severity])
      .setMessage(line)
      .setUrn(urn)
      .setEphemeral(ephemeral);
    return new Promise<void>((done) => {
      engine.log(request, (error) => {
        if (error !== null && !ephemeral) {
          systemIo.warn(line);
        }
        done();
      });
    });
  };
}

const reconnectAfter = 100;

/**
 * Detects that the engine is gone, even if it was killed: a connection lasts as long as the engine's process.
 *
 * The connection uses HTTP/2, as gRPC does. The engine would close a plain connection that sends nothing,
 * and would wait for it on shutdown. The parent process does not help, because it is a shell that outlives
 * the engine.
 */
class EngineWatch {
  /** Pending while it is unclear whether the engine is alive. */
  private known: Promise<void>;

  constructor(
    private readonly address: string,
    private readonly onGone: () => void,
  ) {
    this.known = this.connection();
  }

  async alive(): Promise<void> {
    // After the machine wakes from sleep, timers run first, so this waits for two turns of the event loop.
    // In the first turn, the session detects that the connection has ended. In the second turn, it closes.
    await setImmediate();
    await setImmediate();
    await this.known;
  }

  private connection(): Promise<void> {
    return new Promise((known) => {
      let refused = false;
      const session = connect(`http://${this.address}`);
      session.unref();
      session.once("connect", () => known());
      session.on("error", (error) => {
        refused = "code" in error && error.code === "ECONNREFUSED";
      });
      session.once("close", () => {
        if (refused) {
          this.onGone();
        } else {
          known(); // closed for another reason, so the engine may still be alive
          this.known = this.reconnection();
        }
      });
    });
  }

  private async reconnection(): Promise<void> {
    await setTimeout(reconnectAfter, undefined, { ref: false });
    await this.connection();
  }
}

/**
 * A signal that aborts when the engine tells its plugins to stop: at the first Ctrl-C, and when an operation
 * has ended.
 *
 * Pulumi's SDK receives the engine's `Cancel` call but does not forward it. This function therefore
 * subscribes to the channel on which Node 24.2 and later reports the streams of its HTTP/2 servers. On older
 * versions, waits are not interrupted.
 */
export function cancellation(): AbortSignal {
  const controller = new AbortController();
  subscribe("http2.server.stream.start", (message) => {
    const { headers }: { headers?: unknown } = Object(message);
    const { ":path": path }: { ":path"?: unknown } = Object(headers);
    if (path === "/pulumirpc.ResourceProvider/Cancel") {
      controller.abort();
    }
  });
  return controller.signal;
}
