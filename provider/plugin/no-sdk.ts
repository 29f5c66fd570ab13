/**
 * The parts of Pulumi's SDK that kinds and functions need while they load, without its runtime. The plugin
 * reads the specs, but does not create a program's resources. `#sdk` in package.json resolves to this file in
 * the plugin's process, and to the SDK elsewhere.
 */

export class CustomResource {}

export class ProviderResource extends CustomResource {}

export class RunError extends Error {}
