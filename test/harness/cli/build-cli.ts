import { copyFile } from "node:fs/promises";
import path from "node:path";
import { cliKit } from "./cli.ts";
import { buildWithGo, pulumiProgram } from "./go-build.ts";
import type { Host } from "./host.ts";
import { languageHost } from "./language-hosts.ts";

const dynamicProvider = "pulumi-resource-pulumi-nodejs";

/** Builds the CLI of this version into `directory` from Pulumi's published Go modules. */
export async function buildCli(host: Host, go: string, version: string, directory: string): Promise<void> {
  const engine = pulumiProgram("github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi", version);
  await buildWithGo(host, go, cliKit(version), [engine, ...languageHost("nodejs")], directory);
  await copyFile(path.join(host.sdk, dynamicProvider), path.join(directory, dynamicProvider));
}
