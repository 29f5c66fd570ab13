import { createRequire } from "node:module";

/**
 * Loads what Pulumi's SDK depends on: the very modules that the SDK's own messages are made of. It has a file of its own, because
 * the archives replace its calls: then their bundle leaves the file out.
 */
export const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
