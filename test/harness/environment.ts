import path from "node:path";

interface Places {
  /** The folder of the Pulumi CLI. */
  cli: string;
  /** The folder of the repository's own Node. */
  bin: string;
  backend: string;
  home: string;
}

/**
 * The environment in which Pulumi needs neither network nor account nor answers. What the person has set stays,
 * but for PATH, where the repository's Node comes first (the CLI may share a folder with an older one), then the CLI.
 */
export function offlineEnvironment(own: NodeJS.ProcessEnv, places: Places): NodeJS.ProcessEnv {
  const passphrase =
    "PULUMI_CONFIG_PASSPHRASE" in own || "PULUMI_CONFIG_PASSPHRASE_FILE" in own
      ? {}
      : { PULUMI_CONFIG_PASSPHRASE: "" };
  return {
    PULUMI_BACKEND_URL: `file://${places.backend}`,
    PULUMI_HOME: places.home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    ...passphrase,
    ...own,
    PATH: [places.bin, places.cli, own.PATH].filter(Boolean).join(path.delimiter),
  };
}
