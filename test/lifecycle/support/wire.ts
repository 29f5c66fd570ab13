import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import { reply } from "../../client/support/reply.ts";

/** Answers by "METHOD /path", the last answer for ever; what nobody wrote down is a 404. */
export class Wire {
  readonly sent: Exchange[] = [];

  constructor(private readonly answers: Record<string, Reply | Reply[]>) {}

  /** What was asked, without the calls that only tell who asks. */
  get calls(): string[] {
    return this.sent.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== "GET /user");
  }

  readonly send: Send = async (exchange) => {
    this.sent.push(exchange);
    const answer = this.answers[`${exchange.method} ${exchange.path}`];
    if (!Array.isArray(answer)) {
      return answer ?? (exchange.path === "/user" ? reply(200, { id: "a-1" }) : reply(404));
    }
    return (answer.length > 1 ? answer.shift() : answer[0]) ?? reply(404);
  };
}
