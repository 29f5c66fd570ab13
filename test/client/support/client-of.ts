import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { networkError } from "./network-error.ts";
import { reply } from "./reply.ts";
import { testSettings } from "./settings.ts";
import { VirtualIo } from "./virtual-io.ts";

export type Answer = Reply | "lost";

/** A client whose gateway answers by path, the last answer of a path for ever, and with 404 where nothing is named. */
export function clientOf(answers: Record<string, Answer | Answer[]>, settings: Partial<Settings> = {}) {
  const io = new VirtualIo();
  const sent: Exchange[] = [];
  const wire: Send = async (exchange) => {
    sent.push(exchange);
    const known = answers[exchange.path] ?? reply(404);
    const answer = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known;
    if (answer === "lost") throw networkError(exchange, "unknown");
    return answer ?? reply(404);
  };
  return { client: new Client(testSettings(settings), io, wire), io, sent };
}
