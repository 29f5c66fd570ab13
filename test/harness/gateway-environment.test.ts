import { expect, test } from "vitest";
import { namesGateway, withGateway } from "./gateway-environment.ts";

test("credentials for another gateway never reach the reference gateway", () => {
  const env = {
    PATH: "/bin",
    WORKSPACE_GATEWAY_CLIENT_SECRET: "theirs",
    WORKSPACE_GATEWAY_BASE_URL: "https://theirs",
  };
  expect(withGateway(env, { baseUrl: "http://127.0.0.1:1/api/v1", token: "ours" })).toEqual({
    PATH: "/bin",
    WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:1/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "ours",
  });
});

test("any setting of the person's names a gateway", () => {
  expect(namesGateway({ PATH: "/bin" })).toBe(false);
  expect(namesGateway({ WORKSPACE_GATEWAY_CLIENT_ID: "app" })).toBe(true);
});
