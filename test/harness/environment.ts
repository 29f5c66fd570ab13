import { tmpdir } from "node:os";
import path from "node:path";

interface Places {
  cli: string;
  /** The folder of the repository's own Node. */
  bin: string;
  backend: string;
  home: string;
}

/** Each run of Pulumi compiles its SDK twice, for the program and for the provider, unless Node finds here what it has compiled. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(tmpdir(), "node-compile-cache") };

/**
 * The environment in which Pulumi needs no network, no account and no answers. It keeps what the user has
 * set, except PATH: there the repository's Node comes first, then the CLI, whose folder may have an older
 * Node.
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
    // A run of the CLI lasts for seconds: collecting its garbage is a third of what the smallest ones cost.
    GOGC: "off",
    GOMEMLIMIT: "512MiB",
    ...compileCache,
    ...passphrase,
    ...own,
    PATH: [places.bin, places.cli, own.PATH].filter(Boolean).join(path.delimiter),
  };
}
