import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Gateway, startGateway, type Variants } from "../gateway/index.ts";
import type { Caller, Exchange, Given } from "./exchange.ts";
import { fillText, type Known } from "./fill.ts";
import { groups } from "./groups.ts";
import { play } from "./play.ts";

const links: Readonly<Record<string, readonly string[]>> = {
  "/": ["/returns", "/delivery"],
  "/returns": ["/", "/delivery"],
  "/delivery": ["/", "/returns"],
};

/** A site of three pages that link to each other, on the loopback interface. */
async function startSite(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const targets = links[request.url ?? "/"];
    if (targets === undefined) return response.writeHead(404).end();
    const anchors = targets.map((href) => `<a href="${href}">${href}</a>`).join("");
    return response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Page</title><p>Text of the page</p>${anchors}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** Where api.md is silent the golden data is too, so the other answers to open questions must fit as well. */
const answers: { to: string; variants: Partial<Variants> }[] = [
  { to: "as it starts by default", variants: {} },
  {
    to: "with other answers to what is open",
    variants: {
      ids: "odd",
      gatewayName: "name",
      modelWorkspaceId: true,
      extra: true,
      errors: "none",
      location: true,
      put: "merge",
      exclusiveDefault: true,
      deleteNonOwner: 404,
      deleteScope: "either",
      reset: "delta",
      echoHeader: "X-Served-Version",
    },
  },
];

const plays = answers.flatMap((answer) => groups.map((group) => ({ ...answer, group, about: group.about })));

describe.each(plays)("the reference gateway $to, $about:", ({ group, variants }) => {
  const known: Known = new Map();
  let gateway: Gateway;
  let site: Awaited<ReturnType<typeof startSite>>;

  beforeAll(async () => {
    site = await startSite();
    known.set("site", site.origin);
    gateway = await startGateway({ db: ":memory:", variants });
  });
  afterAll(async () => {
    await gateway.close();
    site.close();
  });

  const check = async (exchange: Exchange): Promise<void> => {
    const authorization = (caller: Caller | undefined) => authorizationOf(gateway, caller);
    const problems = await play(exchange, { baseUrl: gateway.baseUrl, authorization }, known);
    expect(problems, exchange.row).toEqual([]);
  };
  const run = (exchange: Exchange): Promise<void> =>
    exchange.eventually
      ? vi.waitFor(() => check(exchange), { timeout: 20_000, interval: 20 })
      : check(exchange);

  for (const exchange of group.setup) test(exchange.law, () => run(exchange));
  describe("then", () => {
    beforeAll(() => {
      for (const given of group.given ?? []) provide(gateway, given, known);
    });
    for (const exchange of [...group.life, ...group.further]) test(exchange.law, () => run(exchange));
  });
});

function authorizationOf(gateway: Gateway, caller: Caller = { user: "owner" }): string | undefined {
  if (caller === "nobody") return undefined;
  if (caller === "bad token") return "Bearer no-such-token";
  if (caller === "expired token") return `Bearer ${gateway.token({ expiresInSeconds: 0 })}`;
  if (caller !== "app") return `Bearer ${gateway.token(caller)}`;
  const { clientId, clientSecret } = gateway.app;
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Puts in place what no endpoint creates. */
function provide(gateway: Gateway, given: Given, known: Known): void {
  const { seed } = gateway;
  if ("member" in given) {
    const { workspace, user, role } = given.member;
    seed.member(fillText(workspace, known), user, role);
  } else if ("workflow" in given) {
    const { workspace, name, graph } = given.workflow;
    seed.workflow(fillText(workspace, known), { name, workflow: graph });
  } else if ("quota" in given) seed.quota(given.quota);
  else if ("metric" in given) seed.metric(given.metric);
  else gateway.rateLimit = { limit: given.limit.requests, windowSeconds: 60 };
}
