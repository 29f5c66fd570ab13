import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { isJsonObject, type Json } from "../../../provider/text/json.js";
import { nastyJson, nastyText } from "./nasty.ts";

/** What becomes of one answer of the gateway. */
export type Mutation =
  /** The value at a place of the JSON is another one; `at` chooses the place. */
  | { readonly is: "value"; readonly at: number; readonly by: Json }
  | { readonly is: "removed"; readonly at: number }
  | { readonly is: "body"; readonly by: string }
  | { readonly is: "headers"; readonly by: Readonly<Record<string, string>> }
  | { readonly is: "status"; readonly by: number };

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
    "",
    "null",
    "[]",
    "{}",
    "0",
    '""',
    "1e400",
    '{"data":null}',
    '{"data":[]}',
    '{"data":[null,1,"x",[]]}',
    '{"data":[],"total":1e400}',
    '{"data":[{"id":1e400}]}',
    '{"data":{"id":1e400}}',
    '{"id":-1e400,"name":"x"}',
    '{"data":{"data":{"data":{}}}}',
    '{"success":false,"error":{"message":[{"message":{}}]}}',
    '{"data":[{"id":"1"},{"id":"1"},{"id":1}],"total":3}',
    '{"__proto__":{"id":"1"},"constructor":{"id":"1"}}',
    '{"data":',
    `${"[".repeat(20_000)}`,
    `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
    `{"data":[${'{"id":"../../x"},'.repeat(200)}{"id":"/"}]}`,
    `{"error":"${credential}","detail":"%2e ${credential}"}`,
    "<html><script>while(1)</script>",
  ),
);

const odd = fc.constantFrom(
  "",
  "0",
  "-1",
  "1",
  "0.5",
  "1e9",
  "1e400",
  "9".repeat(400),
  "NaN",
  "Infinity",
  "null",
  "Sat, 13 Sep 275760 00:00:00 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Wed, 31 Dec -9999 00:00:00 GMT",
  "yesterday",
  "1700000000",
  "1700000000000",
  "//evil.example/",
  "http://evil.example/api/v1/prompts/1",
  "/api/v1/prompts/..%2f..%2fadmin",
  "/api/v1/prompts/%2e%2e",
  "/api/v1/workspaces/%",
  `/api/v1/prompts/${"/".repeat(6000)}x`,
  "text/html",
  "application/json; charset=utf-16",
  "gzip",
  "2026-10-01",
  "\u00e9\u00ff",
  credential,
);

const headers = fc.dictionary(
  fc.constantFrom(
    "retry-after",
    "date",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "location",
    "service-api-version",
    "content-type",
    "content-encoding",
    "x-request-id",
    "set-cookie",
    "__proto__",
    "constructor",
  ),
  odd,
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);

const status = fc.constantFrom(
  200,
  201,
  202,
  204,
  206,
  299,
  301,
  302,
  307,
  400,
  401,
  403,
  404,
  409,
  410,
  418,
  422,
  429,
  500,
  501,
  503,
  599,
);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant("value" as const), at: fc.nat(2000), by: value }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("removed" as const), at: fc.nat(2000) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("body" as const), by: bodies }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("headers" as const), by: headers }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("status" as const), by: status }) },
);

/** What stands between a program and a gateway, and tells the program something else than the gateway does. */
export interface Mutating {
  readonly baseUrl: string;
  /** The credentials that answers may quote. */
  credentials: readonly string[];
  /** What happens to the next answers, one after the other; `undefined` leaves one as it is. */
  next: (Mutation | undefined)[];
  close(): Promise<void>;
}

export async function mutating(gateway: { readonly origin: string }): Promise<Mutating> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const state: Mutating = {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    credentials: [],
    next: [],
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const mutation = state.next.shift();
    const { method, url: path, headers: own } = incoming;
    const inner = request(`${gateway.origin}${path}`, { method, headers: own }, async (answer) => {
      const bytes = await buffer(answer);
      const sent = changed(bytes.toString("utf8"), mutation, state.credentials);
      const said = { ...answer.headers, "content-length": String(sent.length), connection: "close" };
      delete said["transfer-encoding"];
      outgoing.writeHead(
        mutation?.is === "status" ? mutation.by : (answer.statusCode ?? 500),
        mutation?.is === "headers" ? { ...said, ...quoting(mutation.by, state.credentials) } : said,
      );
      outgoing.end(sent);
    });
    inner.on("error", () => outgoing.destroy());
    inner.end(body);
  }
  return state;
}

function quoting(odd: Readonly<Record<string, string>>, credentials: readonly string[]) {
  return Object.fromEntries(
    Object.entries(odd).map(([name, text]) => [name, text.replaceAll(credential, credentials.join(" "))]),
  );
}

function changed(text: string, mutation: Mutation | undefined, credentials: readonly string[]): Buffer {
  if (mutation?.is === "body") {
    return Buffer.from(quoted(mutation.by, credentials));
  }
  if (mutation?.is !== "value" && mutation?.is !== "removed") {
    return Buffer.from(text);
  }
  const tree = { tree: text === "" ? null : (JSON.parse(text) as Json) };
  const places = [...placesOf(tree)];
  const place = places[mutation.at % places.length];
  if (place !== undefined && mutation.is === "value") {
    Object.defineProperty(place.holder, place.key, { value: mutation.by, enumerable: true });
  } else if (place !== undefined && isJsonObject(place.holder) && place.key !== "tree") {
    delete place.holder[place.key];
  }
  return Buffer.from(quoted(JSON.stringify(tree.tree) ?? "", credentials));
}

function quoted(text: string, credentials: readonly string[]): string {
  return text.replaceAll(`"${overflow}"`, "1e400").replaceAll(credential, () => credentials.join(" or "));
}

function* placesOf(holder: Json[] | { [key: string]: Json }): Generator<{ holder: Json; key: string }> {
  for (const [key, inside] of Object.entries(holder)) {
    yield { holder, key };
    if (typeof inside === "object" && inside !== null) yield* placesOf(inside);
  }
}
