import { describe, expect, test } from "vitest";
import { SettingsError } from "../../../provider/client/settings.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { member } from "../../../provider/kinds/member.js";
import { model } from "../../../provider/kinds/model.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { quota } from "../../../provider/kinds/quota.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { Declarations, identityFields, identityOf, Session } from "../../../provider/lifecycle/session.js";
import { unknownValue as unknown } from "../../../provider/spec/values.js";

const environment = {
  WORKSPACE_GATEWAY_BASE_URL: "https://one.test/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-one",
  WORKSPACE_GATEWAY_EU_BASE_URL: "https://eu.test/api/v1",
  WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: "token-eu",
};
const values = { workspaceId: "w-1" };

test("every connection has its own address, credential, client and registry", () => {
  const session = new Session([], environment);
  const one = session.context(prompt, values);
  const eu = session.context(prompt, { ...values, connection: "eu" });
  expect(one.client.settings).toMatchObject({ baseUrl: "https://one.test/api/v1", accessToken: "token-one" });
  expect(eu.client.settings).toMatchObject({ baseUrl: "https://eu.test/api/v1", accessToken: "token-eu" });
  expect(eu.registry).not.toBe(one.registry);
});

test("configure never fails, but using a connection without settings does", () => {
  const session = new Session([], {});
  session.configure(() => undefined);
  expect(() => session.context(prompt, values)).toThrow(SettingsError);
});

test("the stack's config applies if the environment does not set a value", () => {
  const session = new Session([], { WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-one" });
  session.configure((key) => (key === "workspace-gateway:baseUrl" ? "https://two.test/api/v1" : undefined));
  expect(session.context(prompt, values).client.settings.baseUrl).toBe("https://two.test/api/v1");
});

describe("the identity of a declaration", () => {
  const declared = { workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT" };

  test("is the same for the same natural key in the same place, regardless of other properties", () => {
    expect(identityOf(model, { ...declared, displayName: "Other" })).toBe(identityOf(model, declared));
    expect(identityOf(model, declared)).toBeDefined();
  });

  test.each(["workspaceId", "providerId", "name"])("is different if %s differs", (name) => {
    expect(identityOf(model, { ...declared, [name]: "other" })).not.toBe(identityOf(model, declared));
  });

  test.each(["workspaceId", "providerId", "name"])("is unknown while %s is unknown", (name) => {
    expect(identityOf(model, { ...declared, [name]: unknown })).toBeUndefined();
  });

  test("needs only one of the selectors", () => {
    const byEmail = identityOf(member, { workspaceId: "w-1", email: "ada@example.com" });
    const byUser = identityOf(member, { workspaceId: "w-1", userId: "u-1" });
    expect(byEmail).toBeDefined();
    expect(byUser).toBeDefined();
    expect(byEmail).not.toBe(byUser);
  });

  test("is undefined without any selector", () => {
    expect(identityOf(member, { workspaceId: "w-1", role: "ADMIN" })).toBeUndefined();
    expect(identityOf(quota, { maxRequests: 1 })).toBeUndefined();
  });

  test("does not require a workspace for an account-level kind", () => {
    expect(identityOf(workspace, { name: "Team" })).toBeDefined();
  });

  test("is described to users by the names of its inputs", () => {
    expect(identityFields(member)).toEqual(["userId", "email", "username"]);
    expect(identityFields(workspace)).toEqual(workspace.naturalKey);
    expect(identityFields(mapping)).toEqual([...mapping.naturalKey, "priority", "isPattern"]);
  });
});

describe("a checked declaration", () => {
  const inputs = { name: "Team" };

  function met(...checks: number[]): boolean[] {
    const declarations = new Declarations();
    return checks.map((count) => {
      for (let check = 0; check < count; check++) declarations.expect(workspace, inputs);
      return declarations.meet(workspace, inputs);
    });
  }

  test.each([
    ["never without a check", [0], [false]],
    ["once", [1, 0, 1], [true, false, true]],
    ["as often as it was checked", [2, 0, 0], [true, true, false]],
  ])("is met %s", (_how, checks, expected) => {
    expect(met(...checks)).toEqual(expected);
  });

  test("is not met by other inputs or by another kind", () => {
    const declarations = new Declarations();
    declarations.expect(workspace, inputs);
    expect(declarations.meet(workspace, { name: "Other" })).toBe(false);
    expect(declarations.meet(model, inputs)).toBe(false);
  });
});

describe("a second resource for the same object", () => {
  const one = "workspaces Team";

  test.each([
    ["both are new", one, "second", true, true, "first"],
    ["the first is new", one, "second", true, false, "first"],
    ["the second is new", one, "second", false, true, "first"],
    ["both exist, on a gateway that allows twins", one, "second", false, false, undefined],
    ["it has the same name, as if it is checked again", one, "first", true, true, undefined],
    ["it is another object", "workspaces Other", "second", true, true, undefined],
  ])("is reported if either resource is new: %s", (_case, object, name, first, second, told) => {
    const declarations = new Declarations();
    expect(declarations.sibling(one, { name: "first", isNew: first })).toBeUndefined();
    expect(declarations.sibling(object, { name, isNew: second })).toBe(told);
  });

  test("does not count as new when a replacement checks it a second time", () => {
    const declarations = new Declarations();
    declarations.sibling(one, { name: "first", isNew: false });
    declarations.sibling(one, { name: "second", isNew: false });
    expect(declarations.sibling(one, { name: "second", isNew: true })).toBeUndefined();
    expect(declarations.sibling(one, { name: "third", isNew: true })).toBe("first");
  });
});
