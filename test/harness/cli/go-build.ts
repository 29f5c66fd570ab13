import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ProcessResult } from "../process.ts";
import { cliVersion } from "./cli.ts";
import { requireFreeSpace } from "./free-space.ts";
import type { Host } from "./host.ts";
import { runWithProgress } from "./progress.ts";

interface Binary {
  name: string;
  module: string;
  command: string;
  version: string;
}

const binaries: readonly Binary[] = [
  { name: "pulumi", module: "github.com/pulumi/pulumi/pkg/v3", command: "cmd/pulumi", version: cliVersion },
  {
    name: "pulumi-language-nodejs",
    module: "github.com/pulumi/pulumi/sdk/v3",
    command: "nodejs/cmd/pulumi-language-nodejs",
    // The last releases with the language host inside the sdk module; later it is a module without tags.
    version: "v3.68.0",
  },
];

/** Builds the CLI into `directory` from Pulumi's published Go modules. */
export async function buildCli(host: Host, go: string, directory: string): Promise<void> {
  await requireFreeSpace(host, go);
  host.say(`Building the Pulumi CLI ${cliVersion} with Go, once; this takes some minutes.`);
  for (const binary of binaries) await build(host, go, binary, directory);
  await copyFile(path.join(host.sdk, dynamicProvider), path.join(directory, dynamicProvider));
}

const dynamicProvider = "pulumi-resource-pulumi-nodejs";

async function build(host: Host, go: string, binary: Binary, directory: string): Promise<void> {
  const work = path.join(path.dirname(directory), `build-${binary.name}`);
  await mkdir(work);
  await writeFile(path.join(work, "go.mod"), goMod(binary));
  const options = {
    cwd: work,
    // Not /tmp, which is often small; and no workspace of the person's may take part.
    env: { ...host.env, CGO_ENABLED: "0", GOWORK: "off", GOTMPDIR: path.dirname(directory) },
  };
  const step = async (label: string, args: readonly string[]) => {
    succeeded(label, await runWithProgress(host, label, go, args, options));
  };
  await step(`Downloading the modules of ${binary.name}`, ["mod", "tidy"]);
  await step(`Compiling ${binary.name}`, buildArguments(binary, path.join(directory, binary.name)));
}

function goMod({ module, command, version }: Binary): string {
  return `module build\n\ngo 1.25\n\ntool ${module}/${command}\n\nrequire ${module} ${version}\n`;
}

function buildArguments({ module, command, version }: Binary, output: string): string[] {
  const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  const flags = ["-v", "-trimpath", "-tags", "osusergo,grpcnotrace", "-ldflags", stamp];
  return ["build", ...flags, "-o", output, `${module}/${command}`];
}

function succeeded(label: string, { code, output }: ProcessResult): void {
  if (code === 0) return;
  const end = output.trim().split("\n").slice(-10).join("\n");
  throw new Error(`${label} failed (go exited with ${code}):\n${end}`);
}
