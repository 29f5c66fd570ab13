import { RunError } from "@pulumi/pulumi";

/** The oldest Node that works; the same as `engines` of package.json. */
const needed = { major: 22, minor: 19 };

/**
 * Refuses an older Node: the HTTP client does not load there, which would show only as failing requests. It must load on
 * any Node itself, and so must all that it is called by.
 */
export function requireNode(found: string = process.versions.node): void {
  const [major = 0, minor = 0] = found.split(".").map(Number);
  if (major < needed.major || (major === needed.major && minor < needed.minor)) {
    throw new RunError(
      `pulumi-workspace-gateway needs Node ${needed.major}.${needed.minor} or newer, and this is Node ${found}: ` +
        "install a newer one, so that `node --version` shows it where `pulumi` runs.",
    );
  }
}
