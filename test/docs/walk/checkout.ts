import { cp, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { paths } from "../../harness/paths.ts";
import type { Place } from "./place.ts";

/** What a checkout has in a folder of its own, because programs find by it where they are. */
const copied = ["package.json", "Pulumi.yaml", "examples", "test/harness"];
const linked = ["node_modules", "test/gateway"];

/** Makes the folder a checkout of this repository in which nobody has done anything yet, but install its packages. */
export async function checkout(place: Place): Promise<void> {
  const at = place.folder;
  await rm(path.join(at, "node_modules"));
  await mkdir(path.join(at, "test"));
  for (const each of copied) await cp(path.join(paths.root, each), path.join(at, each), { recursive: true });
  for (const each of linked) await symlink(path.join(paths.root, each), path.join(at, each));
  // A checkout says nothing of a gateway or a backend: its own scripts do.
  await place.earlier("unset WORKSPACE_GATEWAY_BASE_URL WORKSPACE_GATEWAY_ACCESS_TOKEN PULUMI_BACKEND_URL");
}

/** How a checkout starts the gateway. */
export const startsGateway = "npm run gateway -- --port 8080 --samples";

/** `npm ci` took place before these tests could run, and takes half a minute. */
export const packagesAreInstalled = { "npm ci": "true" };
