import { expect, test } from "vitest";
import { Cost } from "../../provider/client/client.js";

test.each([
  [{ asked: 1, sent: 0, waited: 0 }, undefined],
  [{ asked: 1, sent: 2, waited: 0 }, "2 requests to the gateway, 1 of them repeated"],
  [{ asked: 1, sent: 1, waited: 1500 }, "1 request to the gateway, 2 s waited for its rate limit"],
])("the cost of %o is %j", (counts, line) => {
  expect(Object.assign(new Cost(), counts).line).toBe(line);
});
