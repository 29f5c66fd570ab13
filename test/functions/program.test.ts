import * as pulumi from "@pulumi/pulumi";
import { afterEach, expect, vi } from "vitest";
import { getUser, getWorkspaces } from "../../provider/index.js";
import { type Readers, readers, test } from "./support/readers.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

/** Runs a program with a configuration, as the language host does. */
async function run<T>(
  config: Record<string, string>,
  secret: string[],
  program: () => Promise<T>,
): Promise<T> {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "x", state: inputs }),
    call: () => ({}),
  });
  pulumi.runtime.setAllConfig(config, secret);
  vi.stubEnv("PULUMI_CONFIG", JSON.stringify(config));
  vi.stubEnv("PULUMI_CONFIG_SECRET_KEYS", JSON.stringify(secret));
  let result: Promise<T> | undefined;
  await pulumi.runtime.runInPulumiStack(async () => {
    result = program();
    await result.catch(() => {});
  });
  if (result === undefined) throw new Error("the program did not run");
  return result;
}

const token = "workspace-gateway:accessToken";

function configOf({ gateway }: Readers): Record<string, string> {
  return { "workspace-gateway:baseUrl": gateway.baseUrl, [token]: gateway.token() };
}

test("the stack's config says where the gateway is", async ({ world }) => {
  const user = await run(configOf(world), [token], () => getUser());
  expect(user.id).toBe(world.gateway.account("owner").id);
});

test("a credential in plain text in the stack's config is refused with the command that encrypts it", async ({
  world,
}) => {
  await expect(run(configOf(world), [], () => getUser())).rejects.toThrow(
    `pulumi config set --secret ${token}`,
  );
  expect(world.asked()).toEqual([]);
});

test("every run of a program in one process reads its own gateway, and reads it anew", async () => {
  await using one = await readers();
  await using two = await readers();
  await run(configOf(one), [token], () => getWorkspaces());
  await run(configOf(two), [token], () => Promise.all([getWorkspaces(), getWorkspaces()]));
  await run(configOf(one), [token], () => getWorkspaces());
  expect(one.asked()).toEqual(["/workspaces", "/workspaces"]);
  expect(two.asked()).toEqual(["/workspaces"]);
});
