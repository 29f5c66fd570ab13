import { expect, test } from "vitest";
import { SettingsError } from "../../../provider/client/settings.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { Session } from "../../../provider/lifecycle/session.js";

const environment = {
  WORKSPACE_GATEWAY_BASE_URL: "https://one.test/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-one",
  WORKSPACE_GATEWAY_EU_BASE_URL: "https://eu.test/api/v1",
  WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: "token-eu",
};
const values = { workspaceId: "w-1" };

test("all resources of a connection share one client and one registry", () => {
  const session = new Session([], environment);
  const [one, two] = [session.context(prompt, values), session.context(prompt, values)];
  expect(one.client).toBe(two.client);
  expect(one.registry).toBe(two.registry);
});

test("every connection has its own address, credential, client and registry", () => {
  const session = new Session([], environment);
  const one = session.context(prompt, values);
  const eu = session.context(prompt, { ...values, connection: "eu" });
  expect(one.client.settings).toMatchObject({ baseUrl: "https://one.test/api/v1", accessToken: "token-one" });
  expect(eu.client.settings).toMatchObject({ baseUrl: "https://eu.test/api/v1", accessToken: "token-eu" });
  expect(eu.registry).not.toBe(one.registry);
});

test("configuring never fails, using what is not configured does", () => {
  const session = new Session([], {});
  session.configure(() => undefined);
  expect(() => session.context(prompt, values)).toThrow(SettingsError);
});

test("the stack's config serves where the environment says nothing", () => {
  const session = new Session([], { WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-one" });
  session.configure((key) => (key === "workspace-gateway:baseUrl" ? "https://two.test/api/v1" : undefined));
  expect(session.context(prompt, values).client.settings.baseUrl).toBe("https://two.test/api/v1");
});
