import { expect, test } from "vitest";
import { Cost } from "../../provider/client/client.js";
import type { Send } from "../../provider/client/exchange.js";

const answer: Send = async () => ({ status: 200, headers: {}, body: undefined });

test("nothing sent costs nothing to tell", () => {
  expect(new Cost().line).toBeUndefined();
});

test("requests are counted on the wire, and those beyond what was asked for are repetitions", async () => {
  const cost = new Cost();
  const wire = cost.inside(answer);
  const twice = cost.outside(async (exchange) => {
    await wire(exchange);
    return wire(exchange);
  });
  await twice({ method: "GET", path: "/models" });
  expect(cost.line).toBe("2 requests to the gateway, 1 of them repeated");
});

test("waits for the rate limit are added up and told in seconds", async () => {
  const cost = new Cost();
  await cost.outside(cost.inside(answer))({ method: "GET", path: "/models" });
  cost.wait(700);
  cost.wait(800);
  expect(cost.line).toBe("1 request to the gateway, 2 s waited for its rate limit");
});
