import { copyFile } from "node:fs/promises";
import path from "node:path";
import { cliKit } from "./cli.ts";
import { buildWithGo, type GoProgram } from "./go-build.ts";
import type { Host } from "./host.ts";

const languageHost = "pulumi-language-nodejs";

const languageHosts: readonly GoProgram[] = [
  // The last release that has the language host inside the sdk module. Later it is a module without tags.
  {
    ...pulumiProgram("github.com/pulumi/pulumi/sdk/v3", `nodejs/cmd/${languageHost}`, "v3.68.0"),
    name: `${languageHost}-by-flags`,
  },
  // What tells it the options of the project.
  {
    name: languageHost,
    module: "gopkg.in/yaml.v3",
    version: "v3.0.1",
    source: path.join(import.meta.dirname, "language-host/main.go"),
  },
];

const dynamicProvider = "pulumi-resource-pulumi-nodejs";

/** Builds the CLI of this version into `directory` from Pulumi's published Go modules. */
export async function buildCli(host: Host, go: string, version: string, directory: string): Promise<void> {
  const engine = pulumiProgram("github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi", version);
  await buildWithGo(host, go, cliKit(version), [engine, ...languageHosts], directory);
  await copyFile(path.join(host.sdk, dynamicProvider), path.join(directory, dynamicProvider));
}

function pulumiProgram(module: string, command: string, version: string): GoProgram {
  const stamp = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  return { name: path.basename(command), module, command, version, tags: "osusergo,grpcnotrace", stamp };
}
