import { type Gateway, startGateway, type Variants } from "../../gateway/index.ts";
import type { Adapter } from "../../harness/adapter.ts";
import { type PulumiProject, pulumiProject } from "../../harness/engine.ts";
import { Calls } from "./calls.ts";
import type { Declared } from "./declaration.ts";
import { program } from "./program.ts";

export interface WorldOptions {
  readonly objects?: readonly Declared[];
  readonly variants?: Partial<Variants>;
  readonly db?: string;
  /** On top of the URL and the owner's token; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** How the engine reaches the provider; `TEST_ADAPTER` says it where nobody else does. */
  readonly adapter?: Adapter;
  readonly files?: Readonly<Record<string, string>>;
}

/** A gateway of its own, and a project that is configured for it by the environment. */
export interface World {
  readonly gateway: Gateway;
  readonly project: PulumiProject;
  readonly calls: Calls;
  readonly site: string;
  readonly token: string;
  declare(objects: readonly Declared[]): Promise<void>;
  dispose(): Promise<void>;
}

export async function world(options: WorldOptions = {}): Promise<World> {
  const gateway = await startGateway({
    port: 0,
    db: options.db ?? ":memory:",
    variants: options.variants ?? {},
  });
  const token = gateway.token({ user: "owner" });
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  const site = "https://handbook.example";
  const issuesKeys = (options.objects ?? []).some(({ kind }) => kind === "GatewayKey");
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: token,
    WORKSPACE_GATEWAY_RETRY_BUDGET: "1",
    ...(issuesKeys ? appCredentials(gateway) : {}),
    TEST_SITE: site,
    ...options.env,
  };
  const project = await pulumiProject({
    program: { "index.ts": program, "objects.json": text(options.objects ?? []), ...options.files },
    env: Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    config: options.config ?? {},
    secrets: options.secrets ?? {},
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
  });
  return {
    gateway,
    project,
    calls: new Calls(gateway),
    token,
    site,
    declare: (objects) => project.write("objects.json", text(objects)),
    async dispose() {
      await project.dispose();
      await gateway.close();
    },
  };
}

function appCredentials({ app }: Gateway): Record<string, string> {
  return { WORKSPACE_GATEWAY_CLIENT_ID: app.clientId, WORKSPACE_GATEWAY_CLIENT_SECRET: app.clientSecret };
}

function text(objects: readonly Declared[]): string {
  return JSON.stringify(objects, undefined, 1);
}
