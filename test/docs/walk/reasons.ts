/** Why commands of pages are not run where they stand. */
export const inReadme =
  "the folder has the packages already: test/package/readme.test.ts installs them with these commands";

export const inQuickstart = "examples/quickstart/README.md is followed in a checkout, with its one command";

/** The same reason for all of these commands. */
export function leftOut<Reason>(reason: Reason, ...commands: readonly string[]): Record<string, Reason> {
  return Object.fromEntries(commands.map((command) => [command, reason]));
}
