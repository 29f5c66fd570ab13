import path from "node:path";
import { cached, keep, whileMaking } from "../../harness/cli/cache.ts";
import { buildWithGo } from "../../harness/cli/go-build.ts";
import type { Host } from "../../harness/cli/host.ts";
import type { Kit } from "../../harness/cli/kit.ts";
import { which } from "../../harness/cli/which.ts";

const version = "1.7.12";
const name = "actionlint";

/** The checker of GitHub's workflow files. */
const actionlintKit: Kit = {
  title: "checker actionlint",
  version: `v${version}`,
  folder: `${name}-v${version}`,
  files: [name],
  ask: "-version",
  prints: version,
};

const module = "github.com/rhysd/actionlint";
const program = {
  name,
  module,
  command: `cmd/${name}`,
  version: `v${version}`,
  stamp: `${module}.version=${version}`,
};

/** Finds the checker in the cache, else builds it with Go; or says why it cannot be had. */
export async function findActionlint(host: Host): Promise<{ file: string } | { missing: string }> {
  const go = await which("go", host.env);
  const kept = await cached(host, actionlintKit);
  if (kept !== undefined) return { file: path.join(kept, name) };
  if (go === undefined) return { missing: "there is no Go to build it with" };
  try {
    const folder = await whileMaking(
      host,
      actionlintKit,
      async () =>
        (await cached(host, actionlintKit)) ??
        (await keep(host, actionlintKit, (empty) => buildWithGo(host, go, actionlintKit, [program], empty))),
    );
    return { file: path.join(folder, name) };
  } catch (error) {
    host.signal.throwIfAborted();
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
