import { vi } from "vitest";
import type { Json } from "./fill.ts";

export type Values = Readonly<Record<string, Json>>;

const secretKey = "4dabf18193072939515e22adb298388d";

/** The engine's calls for one kind, each of which it could make in a process of its own. */
export interface Operation {
  check(olds: Values, news: Values): Promise<readonly { reason: string }[]>;
  create(inputs: Values): Promise<{ id: string; outs: Values }>;
  read(id: string, state: Values): Promise<{ id: string; inputs: Values; state: Values }>;
  update(id: string, state: Values, inputs: Values): Promise<Values>;
  remove(id: string, state: Values): Promise<void>;
}

const events = ["exit", "SIGINT"];

/** A process of the provider, configured by environment. */
export async function operation(kind: string, baseUrl: string): Promise<Operation> {
  vi.resetModules();
  vi.stubEnv("WORKSPACE_GATEWAY_BASE_URL", baseUrl);
  vi.stubEnv("WORKSPACE_GATEWAY_ACCESS_TOKEN", "golden-token");
  vi.stubEnv("WORKSPACE_GATEWAY_CLIENT_ID", "golden-app");
  vi.stubEnv("WORKSPACE_GATEWAY_CLIENT_SECRET", "golden-secret");
  const emitter: NodeJS.EventEmitter = process;
  const heard = events.map((event) => emitter.listeners(event));
  const runtime = await import("../../provider/runtime.ts");
  // It listens for the end of a process that is the provider's alone. Here, many operations share one.
  for (const [index, event] of events.entries())
    for (const listener of emitter.listeners(event))
      if (!heard[index]?.includes(listener)) emitter.off(event, listener as () => void);
  const provider = runtime.provider(kind);
  return {
    check: async (olds, news) => (await provider.check?.(olds, news))?.failures ?? [],
    create: async (inputs) => {
      const { id, outs } = await provider.create(inputs);
      return { id, outs: plainValues(outs) };
    },
    read: async (id, state) => {
      const seen = await provider.read?.(id, state);
      return {
        id: seen?.id ?? "",
        inputs: plainValues(seen?.inputs ?? {}),
        state: plainValues(seen?.props ?? {}),
      };
    },
    update: async (id, state, inputs) =>
      plainValues((await provider.update?.(id, state, inputs))?.outs ?? {}),
    remove: async (id, state) => provider.delete?.(id, state),
  };
}

/** What the engine keeps of outputs and hands back: secrets without their envelope. */
function plainValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}

function plain(value: Json): Json {
  return value !== null && typeof value === "object" && secretKey in value ? Object(value).value : value;
}
