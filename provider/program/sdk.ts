/**
 * What a program needs of Pulumi's SDK here, by the files of the SDK that have it: `#sdk` of package.json leads to this. All of the
 * SDK takes longer to load, for the Automation API, the serializing of functions and a compiler.
 */

export { RunError } from "@pulumi/pulumi/errors.js";
export * as log from "@pulumi/pulumi/log/index.js";
export { getProject, getStack } from "@pulumi/pulumi/metadata.js";
export * from "@pulumi/pulumi/output.js";
export * from "@pulumi/pulumi/resource.js";
export { getConfig } from "@pulumi/pulumi/runtime/config.js";
export { invoke } from "@pulumi/pulumi/runtime/invoke.js";
export { MockMonitor } from "@pulumi/pulumi/runtime/mocks.js";
export { getEngine, getMonitor, isDryRun } from "@pulumi/pulumi/runtime/settings.js";
export { getStackResource } from "@pulumi/pulumi/runtime/stack.js";
