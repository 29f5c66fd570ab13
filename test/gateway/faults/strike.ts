import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../http/exchange.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import type { FaultEffect } from "./faults.ts";

/** How an answer leaves: whole, in part, late, or not at all. */
export type Delivery =
  | { kind: "whole"; reply: Reply }
  | { kind: "cut"; reply: Reply }
  | { kind: "slow"; reply: Reply; ms: number }
  | { kind: "reset" | "hang" };

/** Answers a request as the fault wants it; `respond` makes it take effect. */
export async function strike(
  fault: FaultEffect | undefined,
  exchange: Exchange,
  respond: () => Reply,
): Promise<Delivery> {
  if (fault?.kind.endsWith("-after")) respond();
  switch (fault?.kind) {
    case undefined:
      return { kind: "whole", reply: respond() };
    case "latency":
      await sleep(fault.ms, undefined, { signal: exchange.service.closing.signal });
      return { kind: "whole", reply: respond() };
    case "stale":
      exchange.stale = true;
      return { kind: "whole", reply: respond() };
    case "status":
    case "status-after":
      return { kind: "whole", reply: madeUp(fault) };
    case "reset-before":
    case "reset-after":
      return { kind: "reset" };
    case "hang-before":
    case "hang-after":
      return { kind: "hang" };
    case "cut-body":
      return { kind: "cut", reply: respond() };
    case "slow-body":
      return { kind: "slow", reply: respond(), ms: fault.ms };
  }
}

function madeUp({ status, headers, body }: Extract<FaultEffect, { status: number }>): Reply {
  if (typeof body === "string") return { status, headers: headers ?? {}, body };
  return jsonReply(status, body ?? { error: { status, message: "A fault was asked for" } }, headers);
}
