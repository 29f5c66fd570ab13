import { expect, test } from "vitest";
import type { Exchange } from "../../provider/client/exchange.js";
import { transport } from "../../provider/client/transport.js";
import { loopback } from "./support/loopback.ts";
import { testSettings } from "./support/settings.ts";

const write: Exchange = { method: "POST", path: "/models", body: {} };

test("a request that no connection was made for was not sent: TLS to a port that speaks HTTP", async () => {
  const baseUrl = (await loopback((_request, response) => response.end())).replace("http:", "https:");
  await expect(transport(testSettings({ baseUrl }))(write)).rejects.toMatchObject({ outcome: "not-sent" });
});

test("a request with a header that cannot be written was not sent", async () => {
  const baseUrl = await loopback((_request, response) => response.end());
  const headers = { authorization: "Bearer tok\nen" };
  await expect(transport(testSettings({ baseUrl }))({ ...write, headers })).rejects.toMatchObject({
    outcome: "not-sent",
  });
});
