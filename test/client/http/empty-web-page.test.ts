import { expect, test } from "vitest";
import { checked } from "../../../provider/client/http/checked.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";

test.each([200, 201, 202, 204])("%i with an empty body passes, whatever type it claims", async (status) => {
  const answer = reply(status, undefined, { "content-type": "text/html" });
  const send = checked(
    async () => answer,
    testSettings(),
    async () => "",
  );
  expect(await send({ method: "POST", path: "/models" })).toBe(answer);
});
