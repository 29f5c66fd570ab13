import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Delivery } from "../faults/strike.ts";
import type { Reply } from "./reply.ts";

/** Sends an answer, or only as much of it as a fault leaves. */
export async function deliver(
  delivery: Delivery,
  outgoing: ServerResponse | undefined,
  closing: AbortSignal,
): Promise<Response> {
  if (delivery.kind === "whole" || outgoing === undefined) return whole(delivery);
  if (delivery.kind === "reset") outgoing.destroy();
  if (delivery.kind === "cut" || delivery.kind === "slow") {
    const half = await sendHalf(outgoing, delivery.reply);
    if (delivery.kind === "cut") {
      outgoing.destroy();
    } else {
      await sleep(delivery.ms, undefined, { signal: closing });
      outgoing.end(half);
    }
  }
  return RESPONSE_ALREADY_SENT;
}

function whole(delivery: Delivery): Response {
  if (!("reply" in delivery)) return new Response(null, { status: 500 });
  const { status, headers, body } = delivery.reply;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** Sends the head and half of the body; returns the other half. */
function sendHalf(outgoing: ServerResponse, { status, headers, body }: Reply): Promise<Buffer> {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length });
  return new Promise((resolve) => {
    outgoing.write(bytes.subarray(0, middle), () => resolve(bytes.subarray(middle)));
  });
}
