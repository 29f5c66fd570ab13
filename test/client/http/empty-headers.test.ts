import { expect, test } from "vitest";
import { allowanceLeft } from "../../../provider/client/limits/rate-headers.js";
import { readSettings } from "../../../provider/client/settings/settings.js";
import { reply } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

test("empty headers promise nothing", () => {
  const headers = { "x-ratelimit-remaining": "", "x-ratelimit-reset": "" };
  expect(allowanceLeft(reply(200, undefined, headers), new VirtualIo())).toBeUndefined();
});

test("an empty variable does not hide the config", () => {
  const config: Record<string, string> = {
    "workspace-gateway:baseUrl": "https://a.test/api/v1",
    "workspace-gateway:accessToken": "t",
  };
  const source = { env: { WORKSPACE_GATEWAY_BASE_URL: "" }, config: (key: string) => config[key] };
  expect(readSettings(source).baseUrl).toBe("https://a.test/api/v1");
});

test("a line break after a token from a file does no harm, or is told with the setting's name", () => {
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: "https://a.test/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token\n",
  };
  const read = () => readSettings({ env, config: () => undefined }).accessToken ?? "";
  let told = "";
  try {
    told = read();
  } catch (error) {
    told = error instanceof Error && error.message.includes("ACCESS_TOKEN") ? "token" : "";
  }
  expect(told).toBe("token");
});
