import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { constants, runInThisContext } from "node:vm";
import { settingNames } from "pulumi-workspace-gateway/tools";
import type { Gateway } from "workspace-gateway-emulator";

/**
 * Takes the gateways that a test has started, and starts those that are missing: one for the default connection, and one for each
 * that has a name. Returns the default one, and the settings of all.
 */
export async function startGateways(
  connections: readonly string[],
  given: Readonly<Record<string, Gateway>>,
): Promise<{ readonly gateway: Gateway; readonly env: Readonly<Record<string, string>> }> {
  const gateway = given.default ?? (await start());
  const env = settingsOf(gateway);
  for (const connection of connections) {
    Object.assign(env, settingsOf(given[connection] ?? (await start()), connection));
  }
  return { gateway, env };
}

async function start(): Promise<Gateway> {
  const { startGateway } = await emulator();
  const gateway = await startGateway({ keepsAlive: false, fetch: onlyHere });
  gateway.seed.samples();
  return gateway;
}

async function emulator(): Promise<typeof import("workspace-gateway-emulator")> {
  try {
    return await import("workspace-gateway-emulator").catch(pastRunner);
  } catch (error) {
    if (!["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(Object(error).code)) {
      throw error;
    }
    throw new Error(
      "workspace-gateway/testing deploys to a gateway in this process, and that is a package of its own: " +
        "`npm install --save-dev workspace-gateway-emulator`.",
      { cause: error },
    );
  }
}

/** By Node's own loader: jest loads packages by its own, which takes no ES module. Its errors are of another realm. */
async function pastRunner(error: unknown): Promise<typeof import("workspace-gateway-emulator")> {
  if (Object(error).code !== "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG") {
    throw error;
  }
  const options = { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const load = runInThisContext("(url) => import(url)", options);
  return load(pathToFileURL(createRequire(__filename).resolve("workspace-gateway-emulator")).href);
}

/** The site of an index has one page, unless it is on this machine: a test reaches nothing else. */
const onlyHere: typeof fetch = async (input, init) => {
  const { hostname, pathname, href } = new URL(input instanceof Request ? input.url : input);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    return fetch(input, init);
  }
  return pathname === "/robots.txt"
    ? new Response("", { status: 404 })
    : new Response(`<title>${href}</title>`, { headers: { "Content-Type": "text/html" } });
};

function settingsOf({ baseUrl, tokenUrl, app, token }: Gateway, connection?: string): Record<string, string> {
  const { clientId, clientSecret } = app;
  const settings = { baseUrl, tokenUrl, accessToken: token(), clientId, clientSecret };
  const named = Object.entries(settings).map(([key, value]) => [
    settingNames(key, connection).variable,
    value,
  ]);
  return Object.fromEntries(named);
}
