import { channel } from "node:diagnostics_channel";
import { afterAll, beforeAll, expect } from "vitest";
import { isJsonObject } from "../../../provider/text/json.js";
import { specs } from "./lives.ts";

/** A request as it leaves the process. */
interface Sent {
  readonly origin: string;
  readonly method: string;
  /** As it is on the wire: with its query, and nothing decoded. */
  readonly path: string;
}

/** What any kind may ask for, as a pattern of whole paths; other requests are the account's. */
const templates = [
  ...new Set(
    specs.flatMap(({ endpoints: { list, get, create, patch, remove, parent } }) => [
      ...[list, get, create, patch, remove],
      parent?.list,
    ]),
  ),
  "/user",
  "/workflows",
  "/metrics",
].filter((template) => template !== undefined);

/** A value within a path: encoded, and nothing that a server takes for a step up or for another segment. */
const segment = "(?!\\.{1,2}(?:[/?]|$))(?:[A-Za-z0-9_.!~*'()-]|%[0-9A-F]{2})+";
const allowed = new RegExp(
  `^/api/v1(?:${templates.map((each) => each.replace(/\{\w+\}/g, segment)).join("|")})(?:\\?[^#]*)?$`,
);

/** Sees every request that leaves the process while the tests of a file run. */
export class Wire {
  private sent: Sent[] = [];
  private total = 0;
  private readonly note = (message: unknown) => {
    const request = isJsonObject(message) ? message.request : undefined;
    if (isJsonObject(request)) {
      const { origin, method, path } = request;
      this.sent.push({ origin: String(origin), method: String(method), path: String(path) });
      this.total++;
    }
  };

  constructor() {
    const requests = channel("undici:request:create");
    beforeAll(() => requests.subscribe(this.note));
    afterAll(() => {
      requests.unsubscribe(this.note);
      expect(this.total, "requests that were seen").toBeGreaterThan(0);
    });
  }

  /** Holds that all requests since the last call went to this host, to places that some kind has. */
  holds(baseUrl: string): void {
    const { origin } = new URL(baseUrl);
    for (const request of this.sent.splice(0)) {
      expect(request.origin, `${request.method} ${request.path}`).toBe(origin);
      if (!allowed.test(request.path))
        throw new Error(`${request.method} ${request.path} is the place of no kind`);
    }
  }
}
