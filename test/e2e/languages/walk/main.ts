// Goes the way of docs/languages.md in an empty folder: from the plugin's archive to the first `up` of a program in Python, by the
// emulator. It prints each command with its time: `node test/e2e/languages/walk/main.ts`.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startGateway } from "../../../gateway/index.ts";
import { realHost } from "../../../harness/cli/host.ts";
import type { Had } from "../../../harness/cli/tool.ts";
import { findPython } from "../../../harness/languages/python-kit.ts";
import { localCli } from "../../../harness/local-cli.ts";
import { main } from "../../../harness/main.ts";
import { paths } from "../../../harness/paths.ts";
import { pluginArchive } from "../../../harness/plugin-archive.ts";
import { findSdkGenerator } from "../../../plugin/support/sdk-generator.ts";
import { onlyPython, packedSdk } from "./place.ts";
import { serveReleases } from "./releases.ts";
import { succeeded } from "./succeeded.ts";
import { walk } from "./walk.ts";

await main(async (signal) => {
  const host = realHost(signal);
  const cli = await localCli(signal);
  const kit = had(await findPython(host));
  const archive = had(await pluginArchive(host));
  const generator = had(await findSdkGenerator(host));
  const [folder, packing] = [await emptyFolder(), await emptyFolder()];
  const script = path.join(paths.root, "provider/build/sdks.mts");
  const sdks = [script, path.join(packing, "sdk"), "--generator", generator.file];
  await succeeded(process.execPath, sdks, { signal });
  const releases = await serveReleases([archive.file, await packedSdk(packing)]);
  const gateway = await startGateway();
  try {
    // Pulumi takes the user's home from the system, whatever HOME says.
    const homes = { HOME: folder, PULUMI_HOME: path.join(folder, ".pulumi-home") };
    const bare = { ...homes, PULUMI_CONFIG_PASSPHRASE: "", PULUMI_SKIP_UPDATE_CHECK: "true" };
    const env: NodeJS.ProcessEnv = { ...bare, ...(await onlyPython(kit, folder, cli)) };
    const { baseUrl } = gateway;
    console.log(
      `In ${folder}, with ${env.PATH} as PATH; releases are at ${releases.url}, and a gateway at ${baseUrl}.\n`,
    );
    const steps = await walk(
      { folder, env, releases: releases.url, gateway: { baseUrl, token: gateway.token() } },
      ({ command, seconds }) => console.log(`${seconds.toFixed(1).padStart(5)} s  $ ${command}`),
    );
    const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
    const made = [...gateway.rows("workspaces"), ...gateway.rows("providers")].map(({ name }) => name);
    console.log(
      `\n${steps.length} commands in ${total.toFixed(1)} s. The gateway has ${made.join(" and ")}.`,
    );
    return 0;
  } finally {
    releases.close();
    await gateway.close();
    for (const each of [folder, packing]) await rm(each, { recursive: true, force: true });
  }
});

function emptyFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), "walk-"));
}

function had<T>(found: Had<T>): T {
  if (typeof found === "object" && found !== null && "missing" in found) throw new Error(found.missing);
  return found;
}
