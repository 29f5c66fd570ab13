import { expect, onTestFinished } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { startGateway, type Variants } from "../../gateway/index.ts";

/** A gateway, and sessions of somebody who imports from it; `eu` leads to it, too. */
export async function account(variants: Partial<Variants> = {}) {
  const gateway = await startGateway({ port: 0, db: ":memory:", variants });
  onTestFinished(() => gateway.close());
  const io = new VirtualIo();
  const own = Object.entries({ BASE_URL: gateway.baseUrl, ACCESS_TOKEN: gateway.token() });
  const env = ["WORKSPACE_GATEWAY", "WORKSPACE_GATEWAY_EU"].flatMap((start) =>
    own.map(([name, value]) => [`${start}_${name}`, value]),
  );
  const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const { status, body: made } = await gateway.console("POST", path, body);
    expect(status).toBeLessThan(300);
    return String(Object(Object(made).data).id);
  };
  return {
    gateway,
    io,
    make,
    open: (over: Record<string, string> = {}) =>
      new Session(kinds, { ...Object.fromEntries(env), ...over }, io),
    prompt: (workspace_id: string, name: string, more: object = {}) =>
      make("/prompts", { workspace_id, name, content: "Be brief.", ...more }),
    asked: () =>
      gateway.log
        .entries()
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => call !== "GET /user"),
  };
}

export function kindNamed(name: string): Kind {
  return kinds.find((kind) => kind.name === name) ?? expect.unreachable(`no kind ${name}`);
}
