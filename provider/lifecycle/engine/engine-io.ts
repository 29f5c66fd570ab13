import { createRequire } from "node:module";
import { type Io, systemIo } from "../../io/io.js";
import { printable } from "../../text/printable.js";
import { cancellation } from "./cancellation.js";
import { EngineWatch } from "./engine-watch.js";

type EngineModule = typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js");
type LogModule = typeof import("@pulumi/pulumi/proto/engine_pb.js");
type Credentials = ConstructorParameters<EngineModule["EngineClient"]>[1];

/** How long what is under way may take to end when the engine is gone: a renewed sign-in must be stored. */
const grace = 1000;

/**
 * The world as the engine's plugin process sees it: lines about a resource go to that resource, others to the stack,
 * and a process whose engine is gone ends.
 *
 * The engine passes its address as the plugin's last argument, after those that ask for logs. Its console output would go to the stack as
 * messages, and would not count as warnings.
 */
export function engineIo(
  address: string | undefined = process.argv.at(-1),
  end: () => void = () => setTimeout(() => process.exit(1), grace),
): Io {
  let client: ReturnType<typeof connect> | undefined;
  let watch: EngineWatch | undefined;
  const log = (severity: "INFO" | "WARNING", line: string, urn: string, ephemeral: boolean) => {
    client ??= connect(address ?? "");
    client(severity, printable(line), urn, ephemeral);
  };
  const known = address !== undefined && /:\d+$/.test(address);
  return {
    ...systemIo,
    warn: (line, urn = "") => (known ? log("WARNING", line, urn, false) : systemIo.warn(line)),
    progress: (line, urn) => {
      if (known && urn !== undefined) {
        log("INFO", line, urn, true);
      }
    },
    cancelled: known ? cancellation() : systemIo.cancelled,
    attended: async () => {
      if (known) {
        watch ??= new EngineWatch(address, end);
        await watch.present();
      }
    },
  };
}

/** Loaded at the first line only: most runs have none. */
function connect(address: string) {
  const { EngineClient }: EngineModule = require("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogRequest, LogSeverity }: LogModule = require("@pulumi/pulumi/proto/engine_pb.js");
  const ofPulumi = createRequire(require.resolve("@pulumi/pulumi"));
  const grpc: { credentials: { createInsecure(): Credentials } } = ofPulumi("@grpc/grpc-js");
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity: "INFO" | "WARNING", line: string, urn: string, ephemeral: boolean) => {
    const request = new LogRequest()
      .setSeverity(LogSeverity[severity])
      .setMessage(line)
      .setUrn(urn)
      .setEphemeral(ephemeral);
    engine.log(request, (error) => {
      if (error !== null && !ephemeral) {
        systemIo.warn(line);
      }
    });
  };
}
