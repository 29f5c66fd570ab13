import { describe, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { allKinds } from "./support/samples.ts";
import { test, type World, world } from "./support/world.ts";

/** How a program says which gateway it means, by the address and by where that says it has moved from. */
interface Way {
  readonly inputs: Values;
  point(at: World, baseUrl: string, movedFrom?: string): void;
}

const byVariables = (start: string, inputs: Values): Way => ({
  inputs,
  point: (at, baseUrl, movedFrom = "") => {
    at.env[`${start}_BASE_URL`] = baseUrl;
    at.env[`${start}_MOVED_FROM`] = movedFrom;
    at.stack.operation();
  },
});

const ways: Readonly<Record<string, Way>> = {
  "the stack's settings": byVariables("WORKSPACE_GATEWAY", {}),
  "a connection": byVariables("WORKSPACE_GATEWAY_EU", { connection: "eu" }),
  "a provider of the program": {
    inputs: {},
    point: (at, baseUrl, movedFrom = "") => {
      const { clientId, clientSecret } = at.gateway.app;
      const accessToken = at.gateway.token({ user: "owner" });
      const args = { baseUrl, movedFrom, accessToken, clientId, clientSecret };
      at.stack.provider = { name: "own", args };
      at.stack.operation();
    },
  },
};

/** The same gateway by another name: to the provider it looks as a copy does, with the same ids and times. */
const renamed = ({ gateway }: World) => gateway.baseUrl.replace("127.0.0.1", "localhost");

const operations: Readonly<Record<string, (at: World, kind: string, inputs: Values) => Promise<unknown>>> = {
  preview: (at, kind, inputs) => at.stack.preview("it", kind, inputs),
  up: (at, kind, inputs) => at.stack.up("it", kind, inputs),
  refresh: (at) => at.stack.refresh(),
  destroy: (at) => at.stack.destroy("it"),
};

/** Makes an object where the gateway is, by its first address. */
async function standing(at: World, kind: Kind, way: Way) {
  const inputs = { ...at.full(kind), ...way.inputs };
  way.point(at, at.gateway.baseUrl);
  await at.stack.up("it", kind.name, inputs);
  const made = structuredClone(at.it);
  at.gateway.log.clear();
  return { inputs, made };
}

/** Lets the connection `west` of a stack lead to another gateway. */
function leadWest({ env }: World, { gateway }: World): void {
  env.WORKSPACE_GATEWAY_WEST_BASE_URL = gateway.baseUrl;
  env.WORKSPACE_GATEWAY_WEST_ACCESS_TOKEN = gateway.token({ user: "owner" });
}

describe.each(Object.entries(ways))("when the gateway is set by %s", (_name, way) => {
  test.for(allKinds)("$name: every operation refuses another gateway address", async ({ kind }, { at }) => {
    const { inputs, made } = await standing(at, kind, way);
    for (const run of Object.values(operations)) {
      way.point(at, renamed(at));
      const refused = run(at, kind.name, inputs);
      await expect(refused).rejects.toThrow(`was created on ${at.gateway.baseUrl}`);
      await expect(refused).rejects.toThrow(`is now ${renamed(at)}`);
    }
    expect(at.gateway.log.entries()).toEqual([]);
    expect(at.it).toEqual(made);
  });

  test.for(allKinds)(
    "$name: is not created once another object turns out to be on a different gateway",
    async ({ kind }, { at }) => {
      const team = { name: "team", ...way.inputs };
      way.point(at, at.gateway.baseUrl);
      await at.stack.up("team", "Workspace", team);
      const inputs = { ...at.full(kind), ...way.inputs };
      at.gateway.log.clear();
      way.point(at, renamed(at));
      const run = at.stack.operation();
      await expect(run.up("team", "Workspace", team)).rejects.toThrow("was created on");
      await expect(run.up("it", kind.name, inputs)).rejects.toThrow(
        /was not created, because.*was created on/,
      );
      expect(at.gateway.log.entries()).toEqual([]);
    },
  );

  test.for(allKinds)(
    "$name: is found at the new address when the gateway has moved",
    async ({ kind }, { at }) => {
      const { inputs, made } = await standing(at, kind, way);
      way.point(at, renamed(at), at.gateway.baseUrl);
      expect(await at.stack.up("it", kind.name, inputs)).toBe("update");
      expect(at.it.id).toBe(made.id);
      way.point(at, renamed(at));
      expect(await at.stack.preview("it", kind.name, inputs)).toBe("same");
      expect(at.writes().filter(({ path }) => !path.includes("token"))).toEqual([]);
      expect(await at.stack.refresh()).toEqual([]);
    },
  );
});
const found = allKinds.filter(({ kind }) => kind.endpoints.remove !== undefined);

test.for(found)(
  "$name: is not reported as gone if it is missing at the gateway's new address",
  async ({ kind }, { at }) => {
    const inputs = at.full(kind);
    await at.stack.up("it", kind.name, inputs);
    expect(await at.console("DELETE", kind, "it")).toBeLessThan(300);
    const made = structuredClone(at.it);
    at.gateway.log.clear();
    for (const run of Object.values(operations)) {
      ways["the stack's settings"]?.point(at, renamed(at), at.gateway.baseUrl);
      await expect(run(at, kind.name, inputs)).rejects.toThrow("both addresses belong to the same gateway");
    }
    expect(at.writes()).toEqual([]);
    expect(at.it).toEqual(made);
  },
);

describe.each(["up", "preview"] as const)("%s", (operation) => {
  test.for(found)(
    "$name: does not move to another gateway if it cannot be deleted on the original one",
    async ({ kind }, { at }) => {
      await using other = await world();
      leadWest(at, other);
      const [before, after] = [at.full(kind), { ...other.full(kind), connection: "west" }];
      await at.stack.up("it", kind.name, before);
      ways["the stack's settings"]?.point(at, renamed(at));
      at.gateway.log.clear();
      other.gateway.log.clear();
      await expect(operations[operation]?.(at, kind.name, after)).rejects.toThrow(
        `was created on ${at.gateway.baseUrl}`,
      );
      expect(at.gateway.log.entries()).toEqual([]);
      expect(other.writes()).toEqual([]);
    },
  );
});
