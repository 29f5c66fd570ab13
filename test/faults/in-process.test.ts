import { describe, expect, onTestFinished, test } from "vitest";
import { created } from "../../provider/spec/index.js";
import type { Kind } from "../../provider/spec/kind.js";
import { createdKinds, readableKinds, secondValue, sentFields } from "../contract/support/samples.ts";
import { type World, world } from "../contract/support/world.ts";
import type { Instead, ProxyEffect, Spoiled } from "./proxy/effects.ts";
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

/** Answers to a request that was carried out, none of which can be read. */
const unreadable: (Instead | Spoiled)[] = [
  { kind: "reset" },
  { kind: "drip", ms: 20 },
  { kind: "cut", framing: "length" },
  { kind: "cut", framing: "chunks" },
  { kind: "cut", framing: "close" },
  { kind: "page", status: 200 },
  { kind: "page", status: 502 },
  { kind: "redirect", status: 302, to: "/login" },
  { kind: "redirect", status: 303, to: "/login" },
  { kind: "redirect", status: 307, to: "/login" },
  { kind: "crowd", megabytes: 14 },
  { kind: "bomb", megabytes: 70 },
  { kind: "compressed", encoding: "zstd", truly: true },
  { kind: "compressed", encoding: "gzip", truly: false },
  { kind: "headers", kilobytes: 1024 },
  { kind: "garbage", of: "tls" },
  { kind: "garbage", of: "two-lengths" },
  { kind: "garbage", of: "half-head" },
  { kind: "garbage", of: "no-http" },
];

/** One of each sort: the others differ only in how the client reads them. */
const briefly: (Instead | Spoiled)[] = [
  { kind: "reset" },
  { kind: "cut", framing: "close" },
  { kind: "page", status: 200 },
  { kind: "redirect", status: 303, to: "/login" },
  { kind: "compressed", encoding: "zstd", truly: true },
  { kind: "garbage", of: "no-http" },
];

/** Makes the gateway carry everything out before the answer goes wrong. */
function committed(effect: Instead | Spoiled): ProxyEffect {
  return Object.assign({ commits: true }, effect);
}

const up = ({ stack, full }: World, kind: Kind) => stack.operation().up("it", kind.name, full(kind));

/** Runs again until nothing is to be done, and looks at what there is then. */
async function converges(run: World, kind: Kind, inputs = run.full(kind)): Promise<void> {
  await run.stack.operation().up("it", kind.name, inputs);
  expect(run.rows(kind).map((row) => row.id)).toEqual([run.stack.resource("it").id]);
  expect(await run.stack.operation().preview("it", kind.name, inputs)).toBe("same");
  expect(await run.stack.operation().refresh()).toEqual([]);
}

const told = (work: Promise<unknown>): Promise<string> => work.then(() => "it went well", String);

describe.each(createdKinds)("$name", ({ kind }) => {
  test.each(unreadable)("is recorded once when it was created and the answer is %j", async (effect) => {
    const { run, proxy, witness } = await opened();
    const fault = proxy.faults.add({ ...committed(effect), method: "POST", count: 1 });
    await up(run, kind);
    expect(fault.hits).toBe(1);
    expect(run.rows(kind).map((row) => row.id)).toEqual([run.stack.resource("it").id]);
    expect(run.gateway.log.entries({ method: "POST" })).toHaveLength(1);
    expect(witness.heard).toEqual([]);
    await converges(run, kind);
  });

  test.each(briefly)("is deleted in the end when it was deleted and the answer is %j", async (effect) => {
    const { run, proxy } = await opened();
    await up(run, kind);
    const fault = proxy.faults.add({ ...committed(effect), method: "DELETE", count: 1 });
    const said = await told(run.stack.operation().destroy("it"));
    expect(fault.hits).toBe(1);
    if (run.stack.resources.size > 0) {
      expect(said).toMatch(/DELETE \/\S+ (answered|failed)/);
      await run.stack.operation().destroy("it");
    }
    expect(run.rows(kind)).toEqual([]);
  });
});

const changeable = createdKinds.filter(({ kind }) => kind.endpoints.patch !== undefined);

describe.each(changeable)("$name", ({ kind }) => {
  test.each(briefly)("has its change in the end when it was made and the answer is %j", async (effect) => {
    const { run, proxy } = await opened();
    await up(run, kind);
    const changed = { ...run.full(kind), ...changeOf(kind, run) };
    const fault = proxy.faults.add({ ...committed(effect), method: "PATCH", count: 1 });
    const said = await told(run.stack.operation().up("it", kind.name, changed));
    expect(fault.hits).toBe(1);
    expect(said).toMatch(/^it went well$|PATCH \/\S+ (answered|failed)/);
    proxy.faults.clear();
    await converges(run, kind, changed);
  });
});

/** The second sample of a field that can be changed in place. */
function changeOf(kind: Kind, { refs }: World) {
  const field = sentFields(kind).find(({ replace, writeOnly }) => replace !== true && writeOnly !== true);
  return field === undefined ? {} : { [field.name]: secondValue(kind, refs, field) };
}

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
