import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { constants, runInThisContext } from "node:vm";
import { defined, everyKind, messageOf, settingNames } from "pulumi-workspace-gateway/tools";
import type { Gateway } from "workspace-gateway-emulator";
import { type Answer, Deployment, type Message, type Setting } from "./deployment.js";
import type { Project } from "./project.js";

const organization = "organization";
/** Exit code of the SDK's runner after it has logged the error. */
const hasLogged = 32;

export async function run(setting: Setting): Promise<Deployment> {
  const { project, stack, config, timeout } = setting;
  const stopping = new AbortController();
  const deployment = new Deployment(setting, await everyKind(), () => stopping.abort());
  const runner = runnerOf(project);
  const names = JSON.stringify({ project: project.name, stack, organization });
  const flags = [`--root-directory=${project.root}`, `--pwd=${project.directory}`, "--monitor=mock"];
  // Node loads the built file, regardless of the test runner.
  const manifest = createRequire(__filename).resolve("workspace-gateway/package.json");
  const file = path.join(path.dirname(manifest), "dist/testing/child.js");
  const child = spawn(process.execPath, [file, runner, names, ...flags, project.entry], {
    cwd: project.directory,
    env: {
      ...setting.env,
      ...defined({
        PULUMI_NODEJS_TYPESCRIPT: project.compiles ? "true" : undefined,
        PULUMI_NODEJS_TSCONFIG_PATH: project.tsconfig,
      }),
      PULUMI_NODEJS_ROOT_DIRECTORY: project.root,
      PULUMI_NODEJS_ENGINE: "mock",
      // Type checking is left to the project's compiler.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      PULUMI_CONFIG: JSON.stringify(config.values),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(config.secretKeys),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as NodeJS.ReadableStream }).on("line", (line) => void printed.push(line));
  }
  child.on("message", (message: Message) => {
    const number = "number" in message ? message.number : undefined;
    const reply = (answer: Omit<Answer, "number">) =>
      number !== undefined && child.connected && child.send({ number, ...answer });
    deployment.received(message).then(
      (result) => reply({ result }),
      (error: unknown) => reply({ error: messageOf(error) }),
    );
  });
  const end = () => void child.kill("SIGKILL");
  const late = setTimeout(() => {
    if (!deployment.failed) {
      deployment.fail([
        `the program did not exit within ${timeout / 1000} seconds. A timer, a server or a promise may be keeping it alive. ` +
          "If the program needs more time, increase the `timeout` option (milliseconds).",
      ]);
    }
    end();
  }, timeout);
  stopping.signal.addEventListener("abort", end);
  process.once("exit", end);
  try {
    const [[code]] = await Promise.all([once(child, "close"), once(child, "disconnect")]);
    if (!deployment.failed && code !== 0 && code !== hasLogged) {
      const lines = printed.slice(-20).join("\n");
      deployment.fail([`the program exited with code ${code}.${lines && `\n${lines}`}`]);
    }
  } finally {
    clearTimeout(late);
    process.off("exit", end);
  }
  return deployment;
}

function runnerOf({ directory }: Project): string {
  try {
    return createRequire(path.join(directory, "program.js")).resolve("@pulumi/pulumi/cmd/run/index.js");
  } catch (error) {
    throw new Error(`@pulumi/pulumi is not installed in ${directory}. Install it there. ${messageOf(error)}`);
  }
}

/** Returns the default gateway, and the settings of all gateways. */
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
  const gateway = await startGateway({ keepsAlive: false });
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
      "workspace-gateway/testing deploys to an in-process gateway, which is a separate package. Run " +
        "`npm install --save-dev workspace-gateway-emulator`.",
      { cause: error },
    );
  }
}

/** Jest's loader cannot load ES modules. Errors from Node's loader come from a different realm. */
async function pastRunner(error: unknown): Promise<typeof import("workspace-gateway-emulator")> {
  if (Object(error).code !== "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG") {
    throw error;
  }
  const options = { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const load = runInThisContext("(url) => import(url)", options);
  return load(pathToFileURL(createRequire(__filename).resolve("workspace-gateway-emulator")).href);
}

function settingsOf({ baseUrl, tokenUrl, app, token }: Gateway, connection?: string): Record<string, string> {
  const { clientId, clientSecret } = app;
  const settings = { baseUrl, tokenUrl, accessToken: token(), clientId, clientSecret };
  const named = Object.entries(settings);
  return Object.fromEntries(named.map(([key, value]) => [settingNames(key, connection).variable, value]));
}
