import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Gateway, startGateway } from "../gateway/index.ts";
import type { Caller, Exchange, Group } from "./exchange.ts";
import type { Known } from "./fill.ts";
import { groups } from "./groups.ts";
import { play } from "./play.ts";
import { provide } from "./provide.ts";
import { startSite } from "./site.ts";

describe.each(groups)("the reference gateway, $about:", (group: Group) => {
  const known: Known = new Map();
  let gateway: Gateway;
  let site: Awaited<ReturnType<typeof startSite>>;

  beforeAll(async () => {
    site = await startSite();
    known.set("site", site.origin);
    // Of the ways to say success, 200 is the one that api.md names ("Errors").
    gateway = await startGateway({ db: ":memory:" });
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
