import path from "node:path";
import { type Cli, cliFiles, isAtLeast, oldestVersion } from "./cli.ts";
import type { Host } from "./host.ts";
import { which } from "./which.ts";

/** The `pulumi` that the user has installed, if it is new enough and has its Node.js plugins. */
export async function cliOnPath(host: Host): Promise<Cli | undefined> {
  const [pulumi, ...plugins] = await Promise.all(cliFiles.map((file) => which(file, host.env)));
  if (pulumi === undefined) return undefined;

  const missing = cliFiles.filter((_, index) => index > 0 && plugins[index - 1] === undefined);
  if (missing.length > 0) {
    host.say(`${pulumi} is not used: ${missing.join(" and ")} is not on PATH.`);
    return undefined;
  }
  const { code, stdout } = await host.run(pulumi, ["version"], { env: host.env });
  const version = stdout.trim();
  if (code !== 0 || !isAtLeast(version, oldestVersion)) {
    host.say(`${pulumi} is not used: it is ${version || "broken"}, but ${oldestVersion} or newer is needed.`);
    return undefined;
  }
  return { directory: path.dirname(pulumi), version, source: "PATH" };
}
