import { copyFile } from "node:fs/promises";
import path from "node:path";
import { cliKit, cliVersion } from "./cli.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import type { Host } from "./host.ts";

const programs: readonly GoProgram[] = [
  pulumiProgram("pulumi", "github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi", cliVersion),
  // The last release that has the language host inside the sdk module. Later it is a module without tags.
  pulumiProgram(
    "pulumi-language-nodejs",
    "github.com/pulumi/pulumi/sdk/v3",
    "nodejs/cmd/pulumi-language-nodejs",
    "v3.68.0",
  ),
];

const dynamicProvider = "pulumi-resource-pulumi-nodejs";

/** Builds the CLI into `directory` from Pulumi's published Go modules. */
export async function buildCli(host: Host, go: string, directory: string): Promise<void> {
  await buildWithGo(host, go, cliKit, programs, directory);
  await copyFile(path.join(host.sdk, dynamicProvider), path.join(directory, dynamicProvider));
}

function pulumiProgram(name: string, module: string, command: string, version: string): GoProgram {
  const stamp = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  return { name, module, command, version, tags: "osusergo,grpcnotrace", stamp };
}
