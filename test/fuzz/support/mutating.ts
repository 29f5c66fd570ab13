import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import fc from "fast-check";
import type { Json } from "../../../provider/text/json.js";
import { forward, listen, read, shut } from "../../faults/proxy/forward.ts";
import { nastyJson, nastyText, oddNumbers } from "./nasty.ts";
import { placeIn } from "./places.ts";

/** In the place of this text stands a number that is too large for any program. */
const overflow = "a number without end";
/** In the place of this text stands a credential of the one who asks. */
const credential = "a credential of yours";

const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: nastyJson },
  { weight: 1, arbitrary: fc.constantFrom<Json>(overflow, [overflow], { id: overflow, name: overflow }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(credential, `Error: ${credential}\r\nnot ${credential}`, [credential]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(null, [], {}, "", 0, false, "12", "1e3", [[]], [null], "2026-01-01"),
  },
);

const bodies = fc.oneof(
  nastyText,
  fc.constantFrom(
    ...["", "null", "[]", "{}", "0", '""', "1e400", '{"data":', `${"[".repeat(20_000)}`],
    ...['{"data":null}', '{"data":[]}', '{"data":[null,1,"x",[]]}', '{"data":[],"total":1e400}'],
    ...['{"data":[{"id":1e400}]}', '{"data":{"id":1e400}}', '{"id":-1e400,"name":"x"}'],
    ...['{"data":{"data":{"data":{}}}}', '{"success":false,"error":{"message":[{"message":{}}]}}'],
    '{"data":[{"id":"1"},{"id":"1"},{"id":1}],"total":3}',
    '{"__proto__":{"id":"1"},"constructor":{"id":"1"}}',
    `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
    `{"data":[${'{"id":"../../x"},'.repeat(200)}{"id":"/"}]}`,
    `{"error":"${credential}","detail":"%2e ${credential}"}`,
    "<html><script>while(1)</script>",
  ),
);

const odd = fc.constantFrom(
  ...oddNumbers,
  ...["", "null", "yesterday", "gzip", "text/html", "2026-10-01", "\u00e9\u00ff", credential],
  "Sat, 13 Sep 275760 00:00:00 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Wed, 31 Dec -9999 00:00:00 GMT",
  "//evil.example/",
  "http://evil.example/api/v1/prompts/1",
  "/api/v1/prompts/..%2f..%2fadmin",
  "/api/v1/prompts/%2e%2e",
  "/api/v1/workspaces/%",
  `/api/v1/prompts/${"/".repeat(6000)}x`,
  "application/json; charset=utf-16",
);

const names = [
  ...["retry-after", "date", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "location"],
  ...["service-api-version", "content-type", "content-encoding", "x-request-id", "set-cookie"],
  ...["__proto__", "constructor"],
];
const headers = fc.dictionary(fc.constantFrom(...names), odd, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
});

const statuses = [
  ...[200, 201, 202, 204, 206, 299, 301, 302, 307, 400, 401, 403, 404, 409, 410, 418, 422, 429],
  ...[500, 501, 503, 599],
];

/** What becomes of one answer of the gateway. */
export const mutation = fc.oneof(
  // The value at a place of the JSON is another one; `at` chooses the place.
  { weight: 6, arbitrary: fc.record({ is: fc.constant("value" as const), at: fc.nat(2000), by: value }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("removed" as const), at: fc.nat(2000) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("body" as const), by: bodies }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("headers" as const), by: headers }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant("status" as const), by: fc.constantFrom(...statuses) }),
  },
);
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

export type Mutating = Awaited<ReturnType<typeof mutating>>;

/** What stands between a program and a gateway, and tells the program something else than the gateway does. */
export async function mutating(gateway: { readonly origin: string }) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const state = {
    baseUrl: `http://127.0.0.1:${await listen(server)}/api/v1`,
    /** The credentials that answers may quote. */
    credentials: [] as readonly string[],
    /** What happens to the next answers, one after the other; `undefined` leaves one as it is. */
    next: [] as (Mutation | undefined)[],
    close: async () => {
      agent.destroy();
      await shut(server);
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = await read(incoming);
    const mutation = state.next.shift();
    const answer = await forward(gateway.origin, asked, agent);
    const body = changed(answer.body.toString("utf8"), mutation, state.credentials);
    const own = mutation?.is === "headers" ? quoting(mutation.by, state.credentials) : {};
    const status = mutation?.is === "status" ? mutation.by : answer.status;
    const headers = { ...answer.headers, "content-length": body.length, connection: "close", ...own };
    outgoing.writeHead(status, headers).end(body);
  }
  return state;
}

function quoting(odd: Readonly<Record<string, string>>, credentials: readonly string[]) {
  return Object.fromEntries(
    Object.entries(odd).map(([name, text]) => [name, text.replaceAll(credential, credentials.join(" "))]),
  );
}

function changed(text: string, mutation: Mutation | undefined, credentials: readonly string[]): Buffer {
  if (mutation?.is === "body") return Buffer.from(quoted(mutation.by, credentials));
  if (mutation?.is !== "value" && mutation?.is !== "removed") return Buffer.from(text);
  const tree = { tree: text === "" ? null : (JSON.parse(text) as Json) };
  const place = placeIn(tree, mutation.at);
  if (place !== undefined && mutation.is === "value") {
    Object.defineProperty(place.holder, place.key, { value: mutation.by, enumerable: true });
  } else if (place !== undefined && !Array.isArray(place.holder) && place.key !== "tree") {
    Reflect.deleteProperty(place.holder, place.key);
  }
  return Buffer.from(quoted(JSON.stringify(tree.tree) ?? "", credentials));
}

function quoted(text: string, credentials: readonly string[]): string {
  return text.replaceAll(`"${overflow}"`, "1e400").replaceAll(credential, () => credentials.join(" or "));
}
