import { cachedOr, keep } from "../../harness/cli/cache.ts";
import { buildWithGo } from "../../harness/cli/go-build.ts";
import type { Host } from "../../harness/cli/host.ts";
import { which } from "../../harness/cli/which.ts";
import { kit, programs } from "./kit.ts";

/** The folder of OpenTofu and its provider: cached, else built with Go. */
export function findOpenTofu(host: Host): Promise<string> {
  return cachedOr(host, kit, () => make(host));
}

async function make(host: Host): Promise<string> {
  const go = await which("go", host.env);
  if (go === undefined)
    throw new Error(
      "There is no `go` on PATH to build it with. Install Go 1.25.5 or newer (https://go.dev/dl/).",
    );
  return keep(host, kit, (empty) => buildWithGo(host, go, kit, programs, empty));
}
