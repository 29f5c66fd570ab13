import type { Published } from "./package-names.mts";

/**
 * The text of a release: what the changelog says of its version. Fails for a tag that is no release of these packages as they
 * stand, with what to do.
 */
export function releaseNotes(
  tag: string,
  packages: readonly Pick<Published, "name" | "version">[],
  changelog: string,
): string {
  const version = tag.replace(/^v/, "");
  if (packages.some((each) => tag !== `v${each.version}`)) {
    const has = packages.map((each) => `${each.name} ${each.version}`).join(" and ");
    throw new Error(
      `The tag ${tag} is for no version that is here: these are ${has}. Tag the commit that has this version of each.`,
    );
  }
  const sections = sectionsOf(changelog);
  const text = sections.get(version) ?? "";
  if (text === "") {
    throw new Error(
      `CHANGELOG.md says nothing of ${version}: give what stands under "Unreleased" the heading "## ${version} (<date>)".`,
    );
  }
  if (sections.get("Unreleased")) {
    throw new Error(
      `CHANGELOG.md has changes under "Unreleased" beside those of ${version}: move them below "## ${version}".`,
    );
  }
  return text;
}

/** By its heading, what stands below it. */
function sectionsOf(changelog: string): ReadonlyMap<string, string> {
  const [, ...parts] = changelog.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      return [heading.replace(/ \(\d{4}-\d\d-\d\d\)$/, "").trim(), lines.join("\n").trim()];
    }),
  );
}
