import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { functionOf } from "../../provider/functions/read/call.js";
import * as gateway from "../../provider/index.js";
import { nativeToken } from "../../provider/spec/token.js";
import { startGateway } from "../gateway/index.ts";
import { readers, test } from "./support/readers.ts";

type Run = (args?: object, opts?: object) => Promise<unknown> | pulumi.Output<unknown>;

const all = Object.entries(gateway).flatMap(([name, value]) => {
  const spec = functionOf(value);
  const variant: unknown = Reflect.get(gateway, `${name}Output`);
  return spec === undefined
    ? []
    : [[name, spec, value as Run] as const, [`${name}Output`, spec, variant as Run] as const];
});

function argumentsOf({ takes }: NonNullable<ReturnType<typeof functionOf>>): Record<string, string> {
  const known = { workspaceId: "w-1", id: "i-1", workflowId: "f-1" };
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in takes.shape));
}

function resolved(result: ReturnType<Run>): Promise<unknown> {
  return pulumi.Output.isInstance(result)
    ? new Promise((resolve) => {
        result.apply(resolve);
      })
    : result;
}

async function refusal(run: () => ReturnType<Run>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return error instanceof Error ? error.message : expect.unreachable();
  }
  return expect.unreachable("it was not refused");
}

let calls: pulumi.runtime.MockCallArgs[];

function mock(answer: (token: string) => object, preview = false): Promise<void> {
  calls = [];
  return pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
      call: (call) => {
        calls.push(call);
        return answer(call.token);
      },
    },
    "project",
    "stack",
    preview,
  );
}

beforeEach(() => mock((token) => (token.endsWith("s") ? { items: [{ id: "found" }] } : { id: "found" })));

afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

describe("with a unit test's mocks", () => {
  test("every function returns the mock's result, and sends no request to a gateway", async () => {
    const real = await startGateway();
    vi.stubEnv("WORKSPACE_GATEWAY_BASE_URL", real.baseUrl);
    vi.stubEnv("WORKSPACE_GATEWAY_ACCESS_TOKEN", real.token());
    for (const [name, spec, run] of all) {
      const args = argumentsOf(spec);
      const found = await resolved(run(args, { fresh: true }));
      expect(found, name).toEqual(spec.givesList ? [{ id: "found" }] : { id: "found" });
      expect(calls.splice(0), name).toEqual([
        expect.objectContaining({ token: nativeToken(spec.name), inputs: args }),
      ]);
    }
    for await (const row of gateway.metrics({ keyId: "k-1" })) {
      expect(row).toEqual({ id: "found" });
    }
    expect(calls).toEqual([
      expect.objectContaining({ token: nativeToken("getMetrics"), inputs: { keyId: "k-1" } }),
    ]);
    expect(real.log.entries()).toEqual([]);
    await real.close();
  });

  test("a mock list in the wrong form is refused with the expected form", async () => {
    await mock(() => ({ models: [] }));
    expect(await refusal(() => gateway.getModels({ workspaceId: "w-1" }))).toContain(
      `getModels: the mock of ${nativeToken("getModels")} must return its list as { items: [...] }.`,
    );
  });
});

describe("options", () => {
  const foreign = () => new (class extends pulumi.ProviderResource {})("aws", "other", {});
  const wrong: readonly [object, string][] = [
    [{ provder: undefined }, "unknown option `provder`. Did you mean `provider`?"],
    [{ version: "1.0.0" }, "unknown option `version`. The options are fresh, provider, parent"],
    [{ fresh: "yes" }, "the option fresh must be true or false."],
    [{ parent: "stack" }, "the option parent must be a resource."],
    [{ provider: {} }, "the option provider must be a Provider from this package."],
  ];

  test.each(all)("of %s are refused if they are unknown or invalid", async (name, spec, run) => {
    for (const [opts, words] of [...wrong, [{ provider: foreign() }, wrong.at(-1)?.[1] ?? ""] as const]) {
      expect(await refusal(() => run(argumentsOf(spec), opts))).toContain(`${name}: ${words}`);
    }
    expect(calls).toEqual([]);
  });

  test("a plain function refuses dependsOn, and its Output variant refuses a component in it", async () => {
    const component = new pulumi.ComponentResource("acme:index:Team", "team");
    const opts: object = { dependsOn: component };
    expect(await refusal(() => gateway.getUser({}, opts))).toContain("unknown option `dependsOn`");
    expect(await refusal(() => gateway.getUserOutput({}, opts))).toContain(
      "For a component, list the resources in it",
    );
  });
});

describe("in a program", () => {
  async function provider(): Promise<gateway.Provider> {
    return new gateway.Provider("eu", { baseUrl: "https://eu.gateway.example/api/v1", accessToken: "t" });
  }

  test.for(all)(
    "%s calls the plugin with a Provider or in native mode",
    async ([_name, spec, run], { world }) => {
      const args = argumentsOf(spec);
      const eu = await provider();
      const parent = new pulumi.ComponentResource("acme:index:Team", "team", {}, { provider: eu });
      for (const opts of [{ provider: eu }, { parent }, { provider: eu, fresh: true }]) {
        await resolved(run(args, opts));
        const inputs = "fresh" in opts ? { ...args, __fresh: true } : args;
        expect(calls.splice(0)).toEqual([
          { token: nativeToken(spec.name), inputs, provider: expect.stringContaining("::eu::eu-id") },
        ]);
      }
      pulumi.runtime.setAllConfig({ "workspace-gateway:native": "true" });
      await resolved(run(args));
      expect(calls).toEqual([{ token: nativeToken(spec.name), inputs: args, provider: "" }]);
      expect(world.asked()).toEqual([]);
    },
  );

  test("a parent without a Provider leaves the stack's settings in effect", async ({ world }) => {
    const parent = new pulumi.ComponentResource("acme:index:Team", "team");
    await gateway.getUser({ connection: world.connection }, { parent });
    expect(world.asked()).toEqual(["/user"]);
  });

  test("the result is unknown in a preview that does not know the Provider's settings", async () => {
    await using _world = await readers();
    await mock(() => ({}), true);
    const eu = await provider();
    const user = gateway.getUserOutput({}, { provider: eu });
    expect(await Reflect.get(user, "isKnown")).toBe(false);
    expect(await refusal(() => gateway.getUser({}, { provider: eu }))).toContain("Use getUserOutput");
  });
});
