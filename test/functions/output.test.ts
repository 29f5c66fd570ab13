import * as pulumi from "@pulumi/pulumi";
import { afterEach, expect, vi } from "vitest";
import * as gateway from "../../provider/index.js";
import { getUser, getWorkspaces } from "../../provider/index.js";
import { type Readers, readers, test } from "./support/readers.ts";

/** Plays the engine: in a preview no resource has an id yet, in an update it has one once `made` is done. */
function engine(preview: boolean, made: () => Promise<string> = async () => "made"): Promise<void> {
  const newResource = async ({ inputs }: pulumi.runtime.MockResourceArgs) => ({
    id: preview ? undefined : await made(),
    state: inputs,
  });
  return pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", preview);
}

/** Resolves when an output has its value, or when it is known that a preview cannot know it. */
async function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return Reflect.get(output, "isKnown");
}

function known<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply((value) => resolve(value as T));
  });
}

test("arguments can be outputs, promises or plain values", async ({ world }) => {
  const { connection, refs } = world;
  const name = pulumi.output("first");
  const workspaceId = Promise.resolve(refs.workspaceId);
  const model = gateway.getModelOutput({ connection, workspaceId, name });
  expect(await known(model.id)).toBe(refs.modelId);
  expect(await known(gateway.getUserOutput({ connection }).email)).toBe("owner@example.com");
});

test("a secret argument makes the result secret, and other arguments do not", async ({ place }) => {
  const secret = gateway.getModelsOutput({ ...place, workspaceId: pulumi.secret(place.workspaceId) });
  expect(await pulumi.isSecret(secret)).toBe(true);
  expect(await pulumi.isSecret(gateway.getModelsOutput(place))).toBe(false);
});

test("a preview reads nothing while an argument is unknown or a dependency is not created", async ({
  world,
}) => {
  const { connection } = world;
  await engine(true);
  const team = new gateway.Workspace("team", { name: "team" });
  const models = gateway.getModelsOutput({ connection, workspaceId: team.id });
  const all = gateway.getWorkspacesOutput({ connection }, { dependsOn: [team] });
  expect([await isKnown(models), await isKnown(all)]).toEqual([false, false]);
  expect(world.asked()).toEqual([]);
});

test("a read that depends on a resource runs after its creation, even if it ran before", async ({
  world,
}) => {
  const { connection } = world;
  const before = await gateway.getWorkspaces({ connection });
  await engine(false, () => world.make("/workspaces", { name: "team" }));
  const team = new gateway.Workspace("team", { name: "team" });
  const after = await known(gateway.getWorkspacesOutput({ connection }, { dependsOn: [team] }));
  expect(after).toHaveLength(before.length + 1);
  expect(await known(gateway.getWorkspaceOutput({ connection, id: team.id }).name)).toBe("team");
});

test("a change that a program makes to a result does not affect the next read", async ({ place }) => {
  const { workflow } = await gateway.getConfig({ ...place, name: "tone" });
  const before = structuredClone(workflow);
  Reflect.set(workflow, "some_key", "changed by the program");
  expect((await gateway.getConfig({ ...place, name: "tone" })).workflow).toEqual(before);
});

afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

async function run<T>(config: Record<string, string>, secret: string[], program: () => Promise<T>) {
  const newResource = ({ inputs }: pulumi.runtime.MockResourceArgs) => ({ id: "x", state: inputs });
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) });
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

test("a plaintext credential in the config is refused with the command that encrypts it", async ({
  world,
}) => {
  await expect(run(configOf(world), [], () => getUser())).rejects.toThrow(
    `pulumi config set --secret ${token}`,
  );
  expect(world.asked()).toEqual([]);
});

test("each run of a program in one process reads its own gateway, and sends new requests", async () => {
  await using one = await readers();
  await using two = await readers();
  await run(configOf(one), [token], () => getWorkspaces());
  await run(configOf(two), [token], () => Promise.all([getWorkspaces(), getWorkspaces()]));
  await run(configOf(one), [token], () => getWorkspaces());
  expect(one.asked()).toEqual(["/workspaces", "/workspaces"]);
  expect(two.asked()).toEqual(["/workspaces"]);
});
