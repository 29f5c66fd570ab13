import { startGateway } from "../gateway/index.ts";
import type { Requests, Seen } from "./gateway.ts";
import { collections } from "./objects.ts";

// A process of its own, so that the gateway's work is not counted as the client's. It ends with its parent.
const gateway = await startGateway(JSON.parse(process.argv[2] ?? "{}"));
process.on("message", () => process.send?.(look()));
process.once("disconnect", () => gateway.close());
process.send?.({ baseUrl: gateway.baseUrl, token: gateway.token({ user: "owner" }) });

function look(): Seen {
  const objects = collections.reduce((sum, collection) => sum + gateway.rows(collection).length, 0);
  return { requests: takeRequests(), objects };
}

function takeRequests(): Requests {
  const entries = gateway.log.entries();
  gateway.log.clear();
  const served = entries.filter(({ status }) => status !== 429);
  const different = new Set(
    served.map(({ method, path, query, body }) => JSON.stringify([method, path, query, body])),
  );
  return {
    all: entries.length,
    refused: entries.length - served.length,
    repeated: served.length - different.size,
  };
}
