import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { paths } from "../paths.ts";
import { RunningProcess } from "../process.ts";
import { buildWithGo, languageHost, pulumiProgram } from "./go-build.ts";
import { isUsable, type Kit, kept } from "./kits.ts";
import { which } from "./which.ts";

/** A Pulumi CLI with the two plugins that a dynamic provider in TypeScript needs. */
export interface Cli {
  /** The folder with the three files. It goes onto PATH. */
  readonly directory: string;
  readonly version: string;
}

/** The version that is installed or built: the newest whose modules build with Go. */
export const cliVersion = "v3.276.0";

/** Since this version of the SDK, `read` of a dynamic provider can return inputs. The oldest that is tried. */
export const oldestVersion = "v3.216.0";

const dynamicProvider = "pulumi-resource-pulumi-nodejs";
const cliFiles = ["pulumi", "pulumi-language-nodejs", dynamicProvider] as const;

let found: Promise<Cli> | undefined;

/** Finds the Pulumi CLI on PATH, or the version that the tests use. */
export function findCli(): Promise<Cli> {
  found ??= onPath().then((cli) => cli ?? cliOf(cliVersion));
  return found;
}

/** The `pulumi` that the user has installed, if it is new enough and has its Node.js plugins. */
async function onPath(): Promise<Cli | undefined> {
  const [pulumi, ...plugins] = await Promise.all(cliFiles.map((file) => which(file, process.env)));
  if (pulumi === undefined || plugins.includes(undefined)) return undefined;
  const { stdout } = await new RunningProcess(pulumi, ["version"]).done;
  const version = stdout.trim();
  const [major = 0, minor = 0] = numbersOf(version);
  const [, least = 0] = numbersOf(oldestVersion);
  if (major > 3 || (major === 3 && minor >= least)) return { directory: path.dirname(pulumi), version };
  process.stderr.write(`${pulumi} is not used: it is ${version}, but ${oldestVersion} or newer is needed.\n`);
  return undefined;
}

function numbersOf(version: string): number[] {
  return (/\d+\.\d+\.\d+/.exec(version)?.[0] ?? "0").split(".").map(Number);
}

/** Finds the Pulumi CLI of exactly this version: installed, in the cache, else downloaded, else built with Go. */
export async function cliOf(version: string): Promise<Cli> {
  // npm's `pulumi` package and the Automation API also install it there.
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const shared = path.join(home, "versions", version.slice(1), "bin");
  const kit: Kit = {
    ...{ title: "Pulumi CLI", version, folder: `pulumi-${version}` },
    ...{ files: cliFiles, prints: version },
  };
  if (await isUsable(kit, shared)) return { directory: shared, version };
  const directory = await kept(kit, async (empty) => {
    const problem = await install(version, path.dirname(shared)).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (problem === undefined) {
      for (const file of cliFiles) await copyFile(path.join(shared, file), path.join(empty, file));
      return;
    }
    const go = await which("go", process.env);
    if (go === undefined) {
      throw new Error(
        `There is no usable Pulumi CLI with its Node.js plugins on PATH, no Go to build it with, and Pulumi's installer did not work: ${problem}\n` +
          "Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.25 or newer (https://go.dev/dl/), then try again.",
      );
    }
    process.stderr.write(`Pulumi's installer did not work: ${problem}\n`);
    const engine = pulumiProgram("github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi", version);
    await buildWithGo(go, kit, [engine, ...languageHost("nodejs")], empty);
    await copyFile(path.join(paths.sdk, dynamicProvider), path.join(empty, dynamicProvider));
  });
  return { directory, version };
}

/** Installs the CLI as `PulumiCommand.install` would, but with a time limit. */
async function install(version: string, root: string): Promise<void> {
  const response = await fetch("https://get.pulumi.com/install.sh", { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`get.pulumi.com returned ${response.status}`);
  const work = await mkdtemp(path.join(os.tmpdir(), "pulumi-installer-"));
  try {
    const file = path.join(work, "install.sh");
    await writeFile(file, await response.text());
    const args = [file, "--no-edit-path", "--install-root", root, "--version", version.slice(1)];
    const signal = AbortSignal.timeout(180_000);
    const { code, output } = await new RunningProcess("/bin/sh", args, { signal }).done;
    if (code !== 0) throw new Error(output.trim().split("\n").at(-1));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
