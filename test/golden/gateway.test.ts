import { afterAll, beforeAll, describe, test } from "vitest";
import { type Gateway, startGateway, type Variants } from "../gateway/index.ts";
import type { Exchange } from "./exchange.ts";
import type { Known } from "./fill.ts";
import { groups } from "./groups.ts";
import { play, provide } from "./play.ts";

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
  const known: Known = new Map([["site", "https://site.test"]]);
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await startGateway({ db: ":memory:", variants });
  });
  afterAll(() => gateway.close());

  const testEach = (exchanges: readonly Exchange[]) => {
    for (const exchange of exchanges) test(exchange.law, () => play(exchange, gateway, known));
  };
  testEach(group.setup);
  describe("then", () => {
    beforeAll(() => {
      for (const given of group.given ?? []) provide(gateway, given, known);
    });
    testEach([...group.life, ...group.further]);
  });
});
