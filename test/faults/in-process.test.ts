import { describe, expect, onTestFinished, test } from "vitest";
import { created } from "../../provider/spec/index.js";
import type { Kind } from "../../provider/spec/kind.js";
import { createdKinds, readableKinds } from "../contract/support/samples.ts";
import { type World, world } from "../contract/support/world.ts";
import type { Instead } from "./proxy/effects.ts";
import { startProxy } from "./proxy/proxy.ts";
import { startWitness } from "./proxy/witness.ts";

const version = "2026-10-01";
const settings = {
  WORKSPACE_GATEWAY_API_VERSION: version,
  WORKSPACE_GATEWAY_RETRY_BUDGET: "1",
  WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "2",
};

/** A stack whose requests go through a proxy, and another host that redirects may lead to. */
async function opened() {
  const run = await world({}, settings);
  const proxy = await startProxy(run.gateway.origin);
  const witness = await startWitness();
  run.env.WORKSPACE_GATEWAY_BASE_URL = proxy.baseUrl;
  onTestFinished(async () => {
    await witness.close();
    await proxy.close();
    await run[Symbol.asyncDispose]();
  });
  return { run, proxy, witness };
}

const up = ({ stack, full }: World, kind: Kind) => stack.operation().up("it", kind.name, full(kind));

const told = (work: Promise<unknown>): Promise<string> => work.then(() => "it went well", String);

const denials: Instead[] = [
  { kind: "page", status: 200 },
  { kind: "page", status: 404 },
  { kind: "redirect", status: 302, to: "/login" },
  { kind: "withdrawn", status: 400 },
  { kind: "withdrawn", status: 404 },
  { kind: "withdrawn", status: 410 },
];

describe.each(readableKinds)("$name", ({ kind }) => {
  test.each(denials)("stays in the state when every answer is %j", async (effect) => {
    const { run, proxy } = await opened();
    await up(run, kind);
    const before = run.stack.resource("it");
    proxy.faults.add(effect);
    expect(await told(run.stack.operation().refresh())).toMatch(refused);
    if (kind.source === created) {
      expect(await told(run.stack.operation().destroy("it"))).toMatch(refused);
      expect(run.rows(kind)).toHaveLength(1);
    }
    expect(run.stack.resource("it")).toEqual(before);
    proxy.faults.clear();
    expect(await run.stack.operation().refresh()).toEqual([]);
  });
});

const refused = /(GET|DELETE) \/\S+ answered \d+/;

test.each([301, 302, 303, 307, 308] as const)(
  "no request follows a redirect (%i) to another host, of any kind and method",
  async (status) => {
    const { run, proxy, witness } = await opened();
    const redirect = { kind: "redirect", status, to: `${witness.origin}/api/v1/models` } as const;
    for (const { kind } of createdKinds) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const fault = proxy.faults.add({ ...redirect, method });
        await told(run.stack.operation().up(kind.name, kind.name, run.full(kind)));
        await told(run.stack.operation().refresh());
        if (run.stack.resources.has(kind.name)) await told(run.stack.operation().destroy(kind.name));
        expect(fault.hits).toBeGreaterThan(0);
        fault.remove();
      }
    }
    expect(witness.heard).toEqual([]);
  },
);
