import { readFileSync } from "node:fs";
import path from "node:path";
import { shortHash } from "../../../provider/spec/compare.js";
import { cached, keep, whileMaking } from "../../harness/cli/cache.ts";
import { cliVersion } from "../../harness/cli/cli.ts";
import { buildWithGo } from "../../harness/cli/go-build.ts";
import type { Host } from "../../harness/cli/host.ts";
import type { Kit } from "../../harness/cli/kit.ts";
import { which } from "../../harness/cli/which.ts";

const name = "sdk-generator";
const source = path.join(import.meta.dirname, name, "main.go");

/** What Pulumi's own generators of SDKs are called by; the CLI leaves that to language hosts that cannot be built here. */
const generatorKit: Kit = {
  title: "generator of SDKs",
  version: cliVersion,
  folder: `${name}-${cliVersion}-${shortHash(readFileSync(source, "utf8"))}`,
  files: [name],
  prints: cliVersion,
};

const program = {
  name,
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: cliVersion,
  source,
  tags: "osusergo,grpcnotrace",
  stamp: `main.version=${cliVersion}`,
};

/** Finds the generator in the cache, else builds it with Go; or says why it cannot be had. */
export async function findSdkGenerator(host: Host): Promise<{ file: string } | { missing: string }> {
  const kept = await cached(host, generatorKit);
  if (kept !== undefined) return { file: path.join(kept, name) };
  const go = await which("go", host.env);
  if (go === undefined) return { missing: "there is no Go to build it with" };
  try {
    const folder = await whileMaking(
      host,
      generatorKit,
      async () =>
        (await cached(host, generatorKit)) ??
        (await keep(host, generatorKit, (empty) => buildWithGo(host, go, generatorKit, [program], empty))),
    );
    return { file: path.join(folder, name) };
  } catch (error) {
    host.signal.throwIfAborted();
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
