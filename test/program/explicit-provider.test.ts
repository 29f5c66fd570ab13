import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { plainValue } from "../../cli/stack/stack-state.js";
import { credentialKeys, settingsSchema } from "../../provider/client/settings.js";
import { kinds } from "../../provider/every-kind.js";
import * as gateway from "../../provider/index.js";
import { packageVersion } from "../../provider/io/package-version.js";
import { mocked, type Registration, resolved } from "./support/mocked.ts";

let registered: Map<string, Registration>;
beforeEach(async () => {
  registered = await mocked();
});

/** Declares a provider; what the SDK gets of it, and what the engine gets. */
async function declared(args: gateway.ProviderArgs) {
  const seen: pulumi.ResourceTransformationArgs[] = [];
  const see: pulumi.ResourceTransformation = (given) => {
    seen.push(given);
    return undefined;
  };
  await resolved(new gateway.Provider("eu", args, { transformations: [see] }).id);
  const [{ props, opts } = expect.unreachable("nothing was declared")] = seen;
  return { props, opts, inputs: registered.get("eu")?.inputs ?? {} };
}

const whole = {
  baseUrl: "https://eu.test/api/v1",
  movedFrom: "https://before.example/api/v1",
  allowHttp: true,
  accessToken: "a-token",
  clientId: "an-app",
  clientSecret: "a-secret",
  tokenUrl: "https://eu.test/token",
  scopes: ["models:read", pulumi.output("models:write")],
  appAuth: "body",
  apiVersion: "2026-01-01",
  versionEchoHeader: "x-version",
  allowedAccounts: pulumi.output(["ada", "ben"]),
  adopt: "identical",
  onAlteredValue: "warn",
  deleteScope: "query",
  maxWait: 60,
  requestTimeout: Promise.resolve(5),
  retryBudget: 0.5,
  maxConcurrency: 8,
} satisfies gateway.ProviderArgs;

test("every setting is an argument, and goes to the engine in the form that the settings are read from", async () => {
  expect(Object.keys(whole)).toEqual(Object.keys(settingsSchema.shape));
  const { opts, inputs } = await declared(whole);
  expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(whole).toSorted());
  const given = Object.entries(inputs).map(([name, value]) => [name, plainValue(z.json().parse(value))]);
  expect(settingsSchema.parse(Object.fromEntries(given))).toEqual({
    ...whole,
    scopes: ["models:read", "models:write"],
    allowedAccounts: ["ada", "ben"],
    maxWait: 60_000,
    requestTimeout: 5000,
    retryBudget: 500,
  });
  expect(opts.version).toBe(packageVersion());
});

test("what is undefined goes nowhere, and credentials go as secrets, also literals", async () => {
  const { props, inputs } = await declared({ ...whole, adopt: undefined });
  expect(inputs).not.toHaveProperty("adopt");
  const secret = await Promise.all(
    Object.keys(props).map(async (name) =>
      (await pulumi.isSecret(pulumi.output(props[name]))) ? [name] : [],
    ),
  );
  expect(secret.flat().toSorted()).toEqual([...credentialKeys].toSorted());
});

test("it is no kind", () => {
  expect(kinds.map(({ name }) => name)).not.toContain("Provider");
});
