import { createRequire } from "node:module";

/** Loads what Pulumi's SDK depends on: the very modules that the SDK's own messages are made of. */
export const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
