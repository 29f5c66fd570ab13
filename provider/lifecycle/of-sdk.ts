import { createRequire } from "node:module";

/**
 * Loads dependencies of Pulumi's SDK: the same modules that the SDK builds its own messages with. This is a
 * separate file, because the archive build replaces calls to `ofSdk` and omits the file from the bundle.
 */
export const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
