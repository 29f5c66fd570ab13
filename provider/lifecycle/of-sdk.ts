import { createRequire } from "node:module";

/**
 * Loads dependencies of Pulumi's SDK: the same modules that the SDK's own messages are made of. This is a
 * file of its own because the archives replace its calls, and their bundle leaves the file out.
 */
export const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
