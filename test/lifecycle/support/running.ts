import type { Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { Process } from "./process.ts";

interface Running {
  /** What the gateway has, by its collections. */
  readonly rows?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly settings?: Partial<Settings>;
  readonly uniqueNames?: boolean;
  /** What the process gets to hear, where that is not what the gateway says. */
  readonly wire?: (send: Send) => Send;
}

/** A gateway in memory that has these rows, and a process on it. */
export function running({
  rows = {},
  settings = {},
  uniqueNames = true,
  wire = (send) => send,
}: Running = {}) {
  const io = new VirtualIo();
  const gateway = new FakeGateway(io, { uniqueNames });
  for (const [collection, all] of Object.entries(rows)) for (const row of all) gateway.put(collection, row);
  const process = new Process(wire(gateway.send), io, settings);
  return { io, gateway, process, writes: () => gateway.requests.filter(({ method }) => method !== "GET") };
}
