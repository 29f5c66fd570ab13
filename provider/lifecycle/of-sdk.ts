import { createRequire } from "node:module";

/**
 * Loads dependencies of Pulumi's SDK: the same modules that the SDK builds its own messages with. This is a
 * separate file, because the archives replace its calls and their bundle omits it.
 */
export const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
