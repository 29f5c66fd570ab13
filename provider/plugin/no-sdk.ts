/**
 * What the files of kinds and functions need of Pulumi's SDK while they are loaded, without its runtime: the plugin reads the
 * specs, and makes no resource of a program. `#sdk` of package.json leads here in the plugin's process, and to the SDK in all others.
 */

export class CustomResource {}

export class ProviderResource extends CustomResource {}

export class RunError extends Error {}
