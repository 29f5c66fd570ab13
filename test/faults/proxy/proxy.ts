import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createFaults, type Faults } from "../../gateway/faults/faults.ts";
import { replace, spoil, whole } from "./deliver.ts";
import type { Instead, ProxyEffect, Spoiled } from "./effects.ts";
import { forward, listen, read, shut } from "./forward.ts";

interface Passed {
  readonly method: string;
  /** Without `/api/v1` and the query. */
  readonly path: string;
  readonly effect: ProxyEffect["kind"] | undefined;
}

/** A proxy before a gateway, on a loopback port of its own. */
export interface FaultyProxy {
  readonly origin: string;
  readonly baseUrl: string;
  readonly faults: Pick<Faults<ProxyEffect>, "add" | "clear" | "book">;
  /** All requests so far. Connections that are refused never get here. */
  readonly passed: readonly Passed[];
  /** Resolves when the port takes connections again. */
  opened(): Promise<void>;
  close(): Promise<void>;
}

export async function startProxy(gateway: string): Promise<FaultyProxy> {
  const faults = createFaults<ProxyEffect>();
  const passed: Passed[] = [];
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  const meet = createMeetings(closing.signal);
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy()); // the caller sees a lost connection
  });
  const door = await openDoor(server, closing.signal);

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = await read(incoming);
    const path = asked.url.replace(/^\/api\/v1/, "").replace(/\?.*$/s, "");
    const pinned = String(asked.headers["service-api-version"] ?? "");
    // Only a request that pins a version can be refused for it.
    const effect = faults.match(asked.method, path, ({ kind }) => kind !== "withdrawn" || pinned !== "");
    passed.push({ method: asked.method, path, effect: effect?.kind });
    if (effect?.kind === "refuse") return door.shutFor(effect.ms);
    if (effect?.kind === "together") await meet(effect);
    if (effect === undefined || effect.kind === "together")
      return whole(outgoing, await forward(gateway, asked, agent));
    if (isSpoiled(effect)) return spoil(outgoing, effect, await forward(gateway, asked, agent));
    if (effect.commits === true) await forward(gateway, asked, agent);
    return replace(outgoing, effect, pinned);
  }

  const origin = `http://127.0.0.1:${door.port}`;
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    faults,
    passed,
    opened: door.opened,
    close: async () => {
      closing.abort();
      await door.close();
      agent.destroy();
    },
  };
}

function isSpoiled(effect: Instead | Spoiled): effect is Spoiled {
  return ["cut", "padded", "compressed", "echo"].includes(effect.kind);
}

/** The port that a server listens on, which can be shut and opened again. */
async function openDoor(server: Server, signal: AbortSignal) {
  const port = await listen(server);
  let opening: Promise<unknown> = Promise.resolve();
  const openAfter = async (ms: number) => {
    await shut(server);
    await sleep(ms, undefined, { signal });
    await listen(server, port);
  };
  return {
    port,
    shutFor(ms: number): void {
      if (server.listening) opening = openAfter(ms).catch(() => undefined); // it is closed for good
    },
    opened: async () => {
      await opening;
    },
    async close(): Promise<void> {
      await opening;
      if (server.listening) await shut(server);
    },
  };
}

const longest = 110_000;

/** Where requests wait for each other, as many as each effect wants, until that ends: whoever still waits then waits in vain. */
function createMeetings(signal: AbortSignal): (effect: { readonly of: number }) => Promise<void> {
  const all = new Map<object, PromiseWithResolvers<void> & { come: number }>();
  return async (effect) => {
    const meeting = all.get(effect) ?? { ...Promise.withResolvers<void>(), come: 0 };
    all.set(effect, meeting);
    meeting.come++;
    if (meeting.come >= effect.of) meeting.resolve();
    const late = sleep(longest, "late", { signal, ref: false });
    if ((await Promise.race([meeting.promise, late])) === "late") throw new Error("nobody else came");
  };
}
