import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as pulumi from "#sdk";
import { configNamespace, plainCredential, settingsSchema, unknownVariables } from "../client/settings.js";
import { nativeToken, pluginName, typeToken } from "../spec/token.js";
import { didYouMean, quoted } from "../text/words.js";
import { requireNode } from "./node-version.js";
import { pluginEntry, pluginEntryText, pluginExecutable } from "./plugin-entry.js";

/** One process may run several programs, each with its own config. */
class Preflights {
  private readonly passed = new WeakSet<object>();
  private readonly passedWithPlugin = new WeakSet<object>();

  /** Throws if Node is too old, or if a credential is in plain text. Warns about unknown settings. */
  pass(): void {
    once(this.passed, () => {
      requireNode();
      dropDebugMessages();
      refusePlainCredentials();
      for (const line of [...unknownConfigKeys(pulumi.getProject()), ...unknownVariables(process.env)]) {
        void pulumi.log.warn(line); // the promise never rejects, and the program waits until the engine has received the line
      }
    });
  }

  /** Also throws if Pulumi would not find the native plugin. */
  passWithPlugin(): void {
    this.pass();
    once(this.passedWithPlugin, requirePlugin);
  }
}

/** Without a stack, as in some tests, the check runs each time, because programs cannot be told apart. */
function once(passed: WeakSet<object>, check: () => void): void {
  const run = pulumi.getStackResource();
  if (run === undefined || !passed.has(run)) {
    check();
    if (run !== undefined) {
      passed.add(run);
    }
  }
}

export const preflights = new Preflights();

/** The language host passes the stack's config in two environment variables. */
export type ProgramEnv = Readonly<Record<string, string | undefined>>;

/** Only the program's process has this list. The plugin receives individual values, already decrypted. */
function stackConfig(env: ProgramEnv): { keys: string[]; secret: ReadonlySet<string> } {
  const config: unknown = JSON.parse(env.PULUMI_CONFIG ?? "{}");
  const secret: unknown = JSON.parse(env.PULUMI_CONFIG_SECRET_KEYS ?? "[]");
  return {
    keys: typeof config === "object" && config !== null ? Object.keys(config).map(normalize) : [],
    secret: new Set(Array.isArray(secret) ? secret.map((key) => normalize(String(key))) : []),
  };
}

/** Turns `namespace:config:key`, as some language hosts pass it, into `namespace:key`. */
function normalize(key: string): string {
  return key.replace(/^([^:]+):config:/, "$1:");
}

/** The key of the stack's config that makes the native plugin serve all resources. */
export const nativeKey = "native";

/** None for a project named like the namespace, which then contains the project's own keys. */
export function unknownConfigKeys(project: string, env: ProgramEnv = process.env): string[] {
  const known = Object.keys(settingsSchema.shape);
  const keys = project === configNamespace ? [] : stackConfig(env).keys;
  return keys.flatMap((key) => {
    const [namespace, ...rest] = key.split(":");
    const name = rest.join(":");
    const prefix = name.slice(0, name.lastIndexOf(".") + 1); // `eu.` of `eu.baseUrl`
    const setting = name.slice(prefix.length);
    const settings = prefix === "" ? [...known, nativeKey] : known;
    if (namespace !== configNamespace || settings.includes(setting)) {
      return [];
    }
    const hint = didYouMean(setting, settings, "The settings", `${configNamespace}:${prefix}`);
    return [`${quoted(key)} in the stack's config is not a setting and has no effect.${hint}`];
  });
}

export function refusePlainCredentials(env: ProgramEnv = process.env): void {
  const { keys, secret } = stackConfig(env);
  const message = plainCredential(keys, (key) => secret.has(key));
  if (message !== undefined) {
    throw new pulumi.RunError(message);
  }
}

/**
 * The engine's own error would name a public host. Does nothing if the project's file is unknown, as in
 * inline programs of the Automation API.
 */
export function requirePlugin(env: ProgramEnv = process.env, program: string = process.cwd()): void {
  const project = env.PULUMI_NODEJS_PROJECT === pulumi.getProject() ? ownProject(env, program) : undefined;
  if (project === undefined || pluginEntry(project.content) !== undefined || findsPlugin(env)) {
    return;
  }
  const { file } = project;
  throw new pulumi.RunError(
    `This program uses the plugin of pulumi-workspace-gateway, but Pulumi cannot find it. Add this to ${file}:\n\n` +
      `${pluginEntryText(path.dirname(file), program)}\n\n` +
      `If the program has no Provider, you can instead turn the plugin off with \`pulumi config rm ${pluginName}:${nativeKey}\`.`,
  );
}

const projectNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Older language hosts do not pass the project's folder, so the parent folders are searched. */
function ownProject(env: ProgramEnv, program: string): { file: string; content: object } | undefined {
  const root = env.PULUMI_NODEJS_ROOT_DIRECTORY;
  for (const folder of root === undefined ? [program, ...ancestorsOf(program)] : [root]) {
    for (const file of projectNames.map((name) => path.join(folder, name)).filter(existsSync)) {
      const content = contentOf(file);
      if (content?.name === pulumi.getProject()) {
        return { file, content };
      }
    }
  }
  return undefined;
}

function ancestorsOf(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...ancestorsOf(parent)];
}

/** The YAML parser is loaded only here, so that other programs and the plugin never load it. */
function contentOf(file: string): { name?: unknown } | undefined {
  const { parse }: typeof import("yaml") = require("yaml");
  try {
    const content: unknown = parse(readFileSync(file, "utf8"));
    return typeof content === "object" && content !== null ? content : undefined;
  } catch {
    return undefined; // another project's file, or YAML that only pulumi can read
  }
}

/** Without an entry, the engine finds a plugin that is attached, on the `PATH`, or installed. */
function findsPlugin(env: ProgramEnv): boolean {
  const isAttached = env.PULUMI_DEBUG_PROVIDERS?.split(",").some((each) => each.startsWith(`${pluginName}:`));
  const files = ["", ".exe", ".cmd", ".bat"].map((end) => pluginExecutable + end);
  const isOnPath = (env.PATH ?? env.Path ?? "")
    .split(path.delimiter)
    .some((folder) => files.some((file) => existsSync(path.join(folder, file))));
  const installed = path.join(env.PULUMI_HOME ?? path.join(homedir(), ".pulumi"), "plugins");
  return (
    isAttached === true ||
    isOnPath ||
    (existsSync(installed) &&
      readdirSync(installed).some((name) => name.startsWith(`resource-${pluginName}-v`)))
  );
}

/**
 * Matches the start of the SDK's debug messages about a registration or a read. The last message of each
 * contains the engine's whole response, with all secrets. test/program/debug-messages.test.ts checks them for
 * the newest SDK, and test/package/templates.test.ts for the oldest.
 */
const registrationMessage =
  /^(Registering resource|Reading resource|(RegisterResource|ReadResource) RPC (prepared|finished)|Resource RPC serialization requested):/;

const ourTypes = [typeToken(""), nativeToken(""), `pulumi:providers:${pluginName}`];

const typeMarks = ourTypes.flatMap((type) => [`t=${type}`, `[${type}`]);

/** Marks the wrapped function, so that it is wrapped only once even if this module is loaded twice. */
const filterMark = Symbol.for("pulumi-workspace-gateway:debug-messages");

/**
 * With debug output or JSON events, the engine would print the dropped messages in plain text. The SDK sends
 * them even without these options, one call at a time, and a program ends only after the last call. In a
 * large program, this takes a tenth of the run time.
 */
function dropDebugMessages(): void {
  const engine = pulumi.getEngine();
  if (engine === undefined || filterMark in engine.log) {
    return;
  }
  const send = engine.log.bind(engine);
  const sendFiltered = (...[request, ...rest]: Parameters<typeof send>) => {
    const done = rest.at(-1);
    const message = request.getMessage();
    const isOurs = registrationMessage.test(message) && typeMarks.some((mark) => message.includes(mark));
    return isOurs && typeof done === "function"
      ? Reflect.apply(done, undefined, [null])
      : Reflect.apply(send, undefined, [request, ...rest]);
  };
  Reflect.set(engine, "log", Object.assign(sendFiltered, { [filterMark]: true }));
}
