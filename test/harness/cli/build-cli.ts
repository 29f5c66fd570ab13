import { copyFile } from "node:fs/promises";
import path from "node:path";
import { cliKit } from "./cli.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import type { Host } from "./host.ts";

// The last release that has the language host inside the sdk module. Later it is a module without tags.
const languageHost = pulumiProgram(
  "pulumi-language-nodejs",
  "github.com/pulumi/pulumi/sdk/v3",
  "nodejs/cmd/pulumi-language-nodejs",
  "v3.68.0",
);

const dynamicProvider = "pulumi-resource-pulumi-nodejs";

/** Builds the CLI of this version into `directory` from Pulumi's published Go modules. */
export async function buildCli(host: Host, go: string, version: string, directory: string): Promise<void> {
  const engine = pulumiProgram("pulumi", "github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi", version);
  await buildWithGo(host, go, cliKit(version), [engine, languageHost], directory);
  await copyFile(path.join(host.sdk, dynamicProvider), path.join(directory, dynamicProvider));
}

function pulumiProgram(name: string, module: string, command: string, version: string): GoProgram {
  const stamp = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  return { name, module, command, version, tags: "osusergo,grpcnotrace", stamp };
}
