/**
 * The parts of Pulumi's SDK that programs need, imported from the SDK's individual files. package.json maps
 * `#sdk` to this file. The whole SDK takes longer to load, because it includes the Automation API, the
 * function serializer and a compiler.
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
