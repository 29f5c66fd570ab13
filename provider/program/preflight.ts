import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import * as pulumi from "#sdk";
import { RunError } from "#sdk";
import { unknownVariables } from "../client/settings.js";
import { nativeToken, pluginName, typeToken } from "../spec/token.js";
import { nativeKey, type ProgramEnv, refusePlainCredentials, unknownConfigKeys } from "./config-keys.js";

/** Checks a program once before it uses this package. One process may run several programs, each with its own config. */
class Preflights {
  private readonly passed = new WeakSet<object>();
  private readonly passedWithPlugin = new WeakSet<object>();

  /**
   * Checks Node and the stack's config before the program's first resource or function. Throws if Node is too old, or if a
   * credential is in plain text. Warns about unknown settings.
   */
  pass(): void {
    once(this.passed, () => {
      requireNode();
      dropDebugMessages();
      refusePlainCredentials();
      for (const line of [...unknownConfigKeys(pulumi.getProject()), ...unknownVariables(process.env)]) {
        void pulumi.log.warn(line); // never rejects, and the program does not end before the engine has the line
      }
    });
  }

  /** Also throws if Pulumi would not find the native plugin. */
  passWithPlugin(): void {
    this.pass();
    once(this.passedWithPlugin, requirePlugin);
  }
}

/** Runs a check once per program. Without a stack, as in some tests, it runs each time, because programs cannot be told apart. */
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

/** The oldest Node that works. The same as `engines` in package.json. */
const needed = { major: 22, minor: 19 };

/**
 * Throws a `RunError` on a Node that is too old. The HTTP client does not load there, so users would only see failing requests.
 *
 * This file must load on any Node, and so must every file that is loaded before this call.
 */
export function requireNode(found: string = process.versions.node): void {
  const [major = 0, minor = 0] = found.split(".").map(Number);
  if (major < needed.major || (major === needed.major && minor < needed.minor)) {
    throw new RunError(
      `pulumi-workspace-gateway needs Node ${needed.major}.${needed.minor} or newer, ` +
        `and this is Node ${found}: install a newer one, ` +
        "and make sure that `node --version` shows it where `pulumi` runs.",
    );
  }
}

/**
 * Throws a `RunError` with the entry to add to Pulumi.yaml if the engine would not find the native plugin. The engine's own error
 * would name a public host. Does nothing if the project's file is not known, as in inline programs of the Automation API.
 */
export function requirePlugin(env: ProgramEnv = process.env, program: string = process.cwd()): void {
  const project = env.PULUMI_NODEJS_PROJECT === pulumi.getProject() ? ownProject(env, program) : undefined;
  if (project === undefined || pluginEntry(project.content) !== undefined || findsPlugin(env)) {
    return;
  }
  const { file } = project;
  throw new pulumi.RunError(
    `This program uses the plugin of pulumi-workspace-gateway, and Pulumi would not find it. Add to ${file}:\n\n` +
      `${pluginEntryText(path.dirname(file), program)}\n\n` +
      `Without a Provider in the program, \`pulumi config rm ${pluginName}:${nativeKey}\` does without the plugin.`,
  );
}

const projectNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The project's file. Older language hosts do not pass its folder, so it is searched from the program's folder upwards. */
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

/** The parsed content of a project's file. The YAML parser is loaded only here, so that other programs and the plugin never load it. */
function contentOf(file: string): { name?: unknown } | undefined {
  const { parse }: typeof import("yaml") = require("yaml");
  try {
    const content: unknown = parse(readFileSync(file, "utf8"));
    return typeof content === "object" && content !== null ? content : undefined;
  } catch {
    return undefined; // another project's file, or YAML that only pulumi can read
  }
}

/** Whether the engine finds the plugin without an entry in Pulumi.yaml. */
function findsPlugin(env: ProgramEnv): boolean {
  return isAttached(env) || isOnPath(env) || isInstalled(env);
}

/** Whether the engine uses a plugin that is already running, as in a debugger. */
function isAttached(env: ProgramEnv): boolean {
  return (env.PULUMI_DEBUG_PROVIDERS ?? "").split(",").some((each) => each.startsWith(`${pluginName}:`));
}

function isOnPath(env: ProgramEnv): boolean {
  const files = ["", ".exe", ".cmd", ".bat"].map((end) => pluginExecutable + end);
  return (env.PATH ?? env.Path ?? "")
    .split(path.delimiter)
    .some((folder) => files.some((file) => existsSync(path.join(folder, file))));
}

/** Whether `pulumi plugin install` has installed it in Pulumi's own folder. */
function isInstalled(env: ProgramEnv): boolean {
  const folder = path.join(env.PULUMI_HOME ?? path.join(homedir(), ".pulumi"), "plugins");
  return (
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`resource-${pluginName}-v`))
  );
}

/** The file name of the plugin's executable, without an extension. The engine looks for this name. */
const pluginExecutable = `pulumi-resource-${pluginName}`;

/** The plugin's entry in a Pulumi.yaml. */
export interface PluginEntry {
  /** The folder of its executable, relative to the folder of Pulumi.yaml. Undefined for a package, which pulumi finds by itself. */
  readonly path?: string | undefined;
  readonly version?: string | undefined;
}

const text = z.string().optional().catch(undefined);
const entry = z.looseObject({ name: text, path: text, version: text });
const packageFormat = z
  .union([z.string(), z.looseObject({ source: text })])
  .optional()
  .catch(undefined);
const format = z.looseObject({
  plugins: z.looseObject({ providers: z.array(entry).nullish() }).nullish(),
  packages: z.record(z.string(), packageFormat).nullish(),
});

/**
 * The plugin's entry in the content of a Pulumi.yaml. Undefined if there is none, or if the content is not a project.
 *
 * @param project The parsed content.
 */
export function pluginEntry(project: unknown): PluginEntry | undefined {
  const { plugins, packages } = format.safeParse(project).data ?? {};
  const named = plugins?.providers?.find(({ name }) => name === pluginName);
  if (named !== undefined) {
    return { path: named.path, version: named.version };
  }
  return Object.entries(packages ?? {}).some(isOurs) ? {} : undefined;
}

/** Whether an entry of `packages` is this plugin: by its key, or by a part of its source, such as `workspace-gateway@0.2.0`. */
function isOurs([key, value]: [string, z.infer<typeof packageFormat>]): boolean {
  const source = typeof value === "string" ? value : value?.source;
  return [key, ...(source ?? "").split(/[/\\@]/)].some((part) =>
    [pluginName, packageName, pluginExecutable].includes(part),
  );
}

/**
 * The line to add to a Pulumi.yaml.
 *
 * @param root The folder of Pulumi.yaml.
 * @param program The folder of the program, from which Node finds the package.
 */
function pluginEntryText(root: string, program: string): string {
  return `plugins: { providers: [{ name: ${pluginName}, path: ${pluginPath(root, program)} }] }`;
}

const packageName = "pulumi-workspace-gateway";

/** The plugin's folder relative to `root`. Links are not resolved, because their targets may change with the version. */
function pluginPath(root: string, program: string): string {
  const lookUp = createRequire(path.join(program, "index.js"));
  const place = (lookUp.resolve.paths(packageName) ?? [])
    .map((modules) => path.join(modules, packageName, "plugin"))
    .find((folder) => existsSync(path.join(folder, pluginExecutable)));
  return path
    .relative(root, place ?? path.join(root, "node_modules", packageName, "plugin"))
    .replaceAll(path.sep, "/");
}

/**
 * The beginnings of the SDK's debug messages about a registration or a read. The last message of each has the engine's whole answer
 * with all secrets. test/program/debug-messages.test.ts checks them for the newest SDK, and test/package/templates.test.ts for
 * the oldest.
 */
const registrationMessage =
  /^(Registering resource|Reading resource|(RegisterResource|ReadResource) RPC (prepared|finished)|Resource RPC serialization requested):/;

const ourTypes = [typeToken(""), nativeToken(""), `pulumi:providers:${pluginName}`];

/** The forms in which such a message has one of our types. */
const typeMarks = ourTypes.flatMap((type) => [`t=${type}`, `[${type}`]);

/** Marks the wrapped function, so that it is wrapped once even if this module is loaded twice. */
const filterMark = Symbol.for("pulumi-workspace-gateway:debug-messages");

/**
 * Drops the SDK's debug messages about this package's resources. All other messages are sent.
 *
 * With debug output or JSON events, the engine prints them in plain text. The SDK also sends them without these options, one call
 * after the other, and a program ends only after the last one. In a large program this takes a tenth of the time.
 */
export function dropDebugMessages(): void {
  const engine = pulumi.getEngine();
  if (engine === undefined || filterMark in engine.log) {
    return;
  }
  const send = engine.log.bind(engine);
  const sendFiltered = (...[request, ...rest]: Parameters<typeof send>) => {
    const done = rest.at(-1);
    return isOurMessage(request.getMessage()) && typeof done === "function"
      ? Reflect.apply(done, undefined, [null])
      : Reflect.apply(send, undefined, [request, ...rest]);
  };
  Reflect.set(engine, "log", Object.assign(sendFiltered, { [filterMark]: true }));
}

function isOurMessage(message: string): boolean {
  return registrationMessage.test(message) && typeMarks.some((mark) => message.includes(mark));
}
