import { expect, test } from "vitest";
import { Client } from "../../provider/client/client.js";
import type { Exchange } from "../../provider/client/exchange.js";
import { reply } from "./support/reply.ts";
import { testSettings } from "./support/settings.ts";
import { VirtualIo } from "./support/virtual-io.ts";

/** The end dates that a gateway is asked for whose clock shows this. */
async function endDates(date: string, endDate?: string): Promise<(string | undefined)[]> {
  const asked: Exchange[] = [];
  const wire = async (exchange: Exchange) => {
    asked.push(exchange);
    return reply(200, { data: [], total: 0 }, { date });
  };
  const client = new Client(testSettings(), new VirtualIo(), wire);
  for await (const _row of client.metricRows(endDate === undefined ? {} : { endDate })) {
    expect.unreachable("there are no rows");
  }
  return asked.filter(({ path }) => path === "/metrics").map(({ query }) => query?.end_date);
}

const last = "+275760-09-13T00:00:00.000Z";

test("metrics are read up to the gateway's current second", async () => {
  expect(await endDates("Thu, 01 Jan 2026 01:00:00 GMT")).toEqual(["2026-01-01T01:00:01.000Z"]);
});

test("the last moment that a date can name is one to which metrics can be read", async () => {
  for (const endDate of [undefined, last]) {
    expect(await endDates("Sat, 13 Sep 275760 00:00:00 GMT", endDate)).toEqual([last]);
  }
  expect(await endDates("Thu, 01 Jan 2026 01:00:00 GMT", last)).toEqual(["2026-01-01T01:00:01.000Z"]);
});
