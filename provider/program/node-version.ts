import { RunError } from "#sdk";

/** The minimum version of Node. Must match `engines` in package.json. */
const needed = { major: 22, minor: 19 };

/**
 * Throws a `RunError` if Node is too old. The HTTP client does not load on an older Node, so users would see
 * only failing requests.
 *
 * This file must load on any Node, and so must every file that is loaded before this call.
 */
export function requireNode(found: string = process.versions.node): void {
  const [major = 0, minor = 0] = found.split(".").map(Number);
  if (major < needed.major || (major === needed.major && minor < needed.minor)) {
    throw new RunError(
      `pulumi-workspace-gateway needs Node ${needed.major}.${needed.minor} or newer, ` +
        `but this is Node ${found}. Install a newer version, ` +
        "and make sure that `node --version` shows it where `pulumi` runs.",
    );
  }
}
