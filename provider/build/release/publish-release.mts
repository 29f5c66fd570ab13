import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Published, Viewed } from "./package-names.mts";

/** What publishing needs of npm. */
export interface Registry {
  /** What `npm view <spec> dist.integrity` ended with. */
  readonly view: (spec: string) => Viewed;
  readonly publish: (file: string) => void;
}

/**
 * Publishes the tarballs of a folder, and says what it did. What a run before this one has published is left, if it is the same
 * bytes; if it is other ones, nothing more is published.
 */
export function publishRelease(
  folder: string,
  packages: readonly Pick<Published, "name" | "version">[],
  { view, publish }: Registry,
): string[] {
  return packages.map(({ name, version }) => {
    const file = path.join(folder, `${name}-${version}.tgz`);
    const own = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    const { code, output } = view(`${name}@${version}`);
    const there = output.trim();
    if (code === 0 && there === own) {
      return `${name} ${version} is published already: these bytes`;
    }
    if (code === 0 && there !== "") {
      throw new Error(
        `${name} ${version} is published already, and consists of other bytes (${there}) than ${file} (${own}). ` +
          "Nothing more is published: give the packages a new version.",
      );
    }
    if (code !== 0 && !there.includes("E404")) {
      throw new Error(`Nobody knows whether ${name} ${version} is published, so it is not: ${there}`);
    }
    publish(file);
    return `${name} ${version} is published`;
  });
}
