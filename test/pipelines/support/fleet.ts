import { readFileSync } from "node:fs";
import path from "node:path";
import { settingNames } from "../../../provider/client/settings/setting-names.js";
import { settingsSchema } from "../../../provider/client/settings/settings-schema.js";
import { paths } from "../../harness/paths.ts";

/** The files of `examples/fleet/deploy`, by their path in it. */
export const fleetWorkflow = path.join(paths.root, "examples/fleet/deploy/github/fleet.yml");
export const fleetManifest = path.join(paths.root, "examples/fleet/deploy/kubernetes/fleet.yaml");
export const cloudScript = path.join(paths.root, "examples/fleet/deploy/pulumi-cloud/settings.sh");

/** The variables of the environment that set something for the default connection. */
export const variables: readonly string[] = Object.keys(settingsSchema.shape).map(
  (key) => settingNames(key).variable,
);

/** How many requests one process has under way at once, if nothing else is said. */
export const requestsOfOne = settingsSchema.shape.maxConcurrency.parse(undefined);

/** What docs/fleet.md says. */
export const page = readFileSync(path.join(paths.root, "docs/fleet.md"), "utf8");
