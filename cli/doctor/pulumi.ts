import { readFileSync, realpathSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, userInfo } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { spawn } from "cross-spawn";
import { codeOf, defined, jsonIn, messageOf, pluginEntry, shellWord } from "pulumi-workspace-gateway/tools";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { commandVersion } from "../text/own-version.js";
import { NotKnown } from "./facts.js";

export interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the command was killed because of the timeout. */
  readonly late: boolean;
}

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly node: string;
  /** Never throws. The program is killed after `longest` milliseconds (default: `longestCommand`). */
  run(command: string, args: readonly string[], folder: string, longest?: number): Promise<Ran>;
}

/** Milliseconds. An unresponsive backend must not keep a user waiting. */
const longestCommand = 20_000;

export function systemMachine(env: Machine["env"], folder: string): Machine {
  // A streaming preview prints secrets in plain text (docs/secrets.md).
  const { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: _, ...safe } = env;
  const quiet = { ...safe, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return {
    env,
    folder,
    node: process.versions.node,
    run: async (command, args, cwd, longest = longestCommand) => {
      const limits = { timeout: longest, killSignal: "SIGKILL" } as const;
      // stdin is ignored, because prompts cannot be answered here.
      const child = spawn(command, args, { cwd, env: quiet, ...limits, stdio: ["ignore", "pipe", "pipe"] });
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
      const code = await new Promise<number | undefined>((resolve) => {
        child.on("error", (error) => resolve(codeOf(error) === "ENOENT" ? undefined : 1));
        child.on("close", (exitCode) => resolve(exitCode ?? 1));
      });
      return { code, stdout: stdout(), stderr: stderr(), late: child.killed };
    },
  };
}

function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

export function askPulumi(machine: Machine, args: readonly string[], longest?: number): Promise<Ran> {
  const all = [...args, "--non-interactive", "--color", "never"];
  return machine.run("pulumi", all, machine.folder, longest);
}

export function whyItFailed({ code, stderr, late }: Ran): string {
  if (late) {
    return "it timed out";
  }
  const lines = stderr.split("\n").map((line) => line.trim());
  const error = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length);
  return (error ?? lines.find((line) => line !== "") ?? `exit code ${code}`).replace(/\.$/, "");
}

type PulumiProject = Awaited<ReturnType<typeof projectOf>>;

const projectFormat = z.looseObject({
  name: z.string(),
  main: z.string().optional(),
  runtime: z.union([z.string(), z.looseObject({ name: z.string(), options: z.unknown() })]),
  config: z.record(z.string(), z.unknown()).nullish(),
  backend: z.looseObject({ url: z.string().optional() }).nullish(),
});

const optionsFormat = z.looseObject({
  typescript: z.boolean().nullish(),
  tsconfig: z.string().nullish(),
});

/** Finds the project in the folder or its parents, as Pulumi does. */
export async function findProject(folder: string): Promise<PulumiProject | undefined> {
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) {
      return projectOf(file, text);
    }
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : findProject(above);
}

async function projectOf(file: string, text: string) {
  const folder = path.dirname(file);
  const wrong = (what: string) => new Error(`${file} is not a Pulumi project: ${what}`);
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    // Errors do not quote the text, which may contain a credential.
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw wrong(line === undefined ? "invalid YAML" : `invalid YAML (line ${line})`);
  }
  const parsed = projectFormat.safeParse(content);
  if (!parsed.success) {
    const key = parsed.error.issues[0]?.path.join(".");
    throw wrong(key ? `\`${key}\` is missing or invalid` : "the file has no keys");
  }
  const { name, main = "", runtime, config, backend } = parsed.data;
  const program = path.join(folder, main);
  const isFolder = (await stat(program).catch(() => undefined))?.isDirectory();
  const options = optionsFormat.safeParse(typeof runtime === "string" ? {} : runtime.options);
  return {
    file,
    folder,
    name,
    /** The folder from which the engine's plugin and the program resolve packages. */
    packages: isFolder ? program : path.dirname(program),
    runtime: typeof runtime === "string" ? runtime : runtime.name,
    config: config ?? {},
    ...defined({ backend: backend?.url, plugin: pluginEntry(content), options: options.data }),
  };
}

export async function hasPlugin(folder: string): Promise<boolean> {
  const project = await findProject(folder).catch(() => undefined); // pulumi will report the error
  return project?.plugin !== undefined;
}

export async function lookForProject(
  folder: string,
): Promise<PulumiProject | { readonly wrong: string } | undefined> {
  return findProject(folder).catch((error: unknown) => ({ wrong: messageOf(error) }));
}

const manifestFormat = z.object({ version: z.string() });

/** The version that code in a folder would load. `exports` may hide the manifest, so it is read as a file. */
export function installedVersion(folder: string, name: string): string | undefined {
  for (const modules of createRequire(path.join(folder, "index.js")).resolve.paths(name) ?? []) {
    try {
      const manifest = path.join(realpathSync(path.join(modules, name)), "package.json");
      return manifestFormat.parse(JSON.parse(readFileSync(manifest, "utf8"))).version;
    } catch {
      // not here: try the next folder
    }
  }
  return undefined;
}

export function versionMismatch(folder: string): { found: string; remedy: string } | undefined {
  const provider = "pulumi-workspace-gateway";
  const version = installedVersion(folder, provider);
  const own = commandVersion();
  return version === undefined || version === own
    ? undefined
    : {
        found: `The program uses ${provider} ${version}, but this command is version ${own}.`,
        remedy: `Run \`npm install --save-dev workspace-gateway@${version}\` in the program's folder.`,
      };
}

const backendFormat = z.looseObject({ url: z.string(), user: z.string() });

/** `ran` is `pulumi whoami --verbose --json` in the folder `from`. It prints the address as configured. */
export function backendOf(ran: Ran, from: string) {
  if (ran.code !== 0) {
    return new NotKnown(`the state backend cannot be used: ${whyItFailed(ran)}`);
  }
  const { data } = backendFormat.safeParse(jsonIn(ran.stdout));
  return data === undefined
    ? new NotKnown("`pulumi whoami` did not print JSON")
    : { url: data.url, user: data.user, folder: folderOfBackend(data.url, from) };
}

/** Resolves the URL as Pulumi does when it runs in `from`. Undefined unless the backend is a folder. */
export function folderOfBackend(url: string, from: string, home = ownHome()): string | undefined {
  const inFolder = "file://";
  if (!url.startsWith(inFolder)) {
    return undefined;
  }
  const [rest = ""] = url.slice(inFolder.length).split(/[?#]/);
  if (rest.startsWith("/")) {
    return path.resolve(fileURLToPath(`${inFolder}${rest}`));
  }
  const place = rest.startsWith("~") ? path.join(home, rest.slice(2)) : rest;
  return decodeURIComponent(path.resolve(from, place));
}

/** Pulumi asks the operating system for the home folder and ignores HOME. */
function ownHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir(); // the system does not know the user
  }
}

/** A hosted backend has no lock files, but reports whether an update is in progress. */
export function isHosted(url: string): boolean {
  return /^https?:/.test(url);
}

/** `organization/project/stack` is the same stack as `stack`. */
export function stackWithoutOrganization(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

/** The project in a fully qualified stack name. Undefined for other names. */
export function projectInName(stack: string): string | undefined {
  const parts = stack.split("/");
  return parts.length === 3 ? parts[1] : undefined;
}

/** @param since - when the run began, in milliseconds, if the command cannot determine the time */
export function recoverCommand(stack: string, since?: number): string {
  const from = since === undefined ? "" : ` --since ${new Date(since).toISOString()}`;
  return `npx workspace-gateway recover --stack ${shellWord(stack)}${from}`;
}

export function inSentence(commands: readonly string[]): string {
  const quoted = commands.map((command) => `\`${command}\``);
  const last = quoted.slice(-1);
  return quoted.length < 2 ? last.join("") : `${quoted.slice(0, -1).join(", ")} and then ${last.join("")}`;
}
