import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { type Published, releaseNotes } from "../../provider/build/release-notes.mts";
import { paths } from "../harness/paths.ts";

const packages: Published[] = [
  { name: "one", version: "1.2.0" },
  { name: "two", version: "1.2.0" },
];
const changelog =
  "# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- New.\n\n### More\n\n- Fixed.\n\n## 1.1.0\n\n- Old.\n";

test("the text of a release is what the changelog says of its version", () => {
  for (const text of [changelog, changelog.replace("## 1.2.0", "## 1.2.0 (2026-11-24)")]) {
    expect(releaseNotes("v1.2.0", packages, text)).toBe("- New.\n\n### More\n\n- Fixed.");
  }
});

test.each([
  ["v1.1.0", packages, changelog, /for no version that is here: these are one 1\.2\.0 and two 1\.2\.0/],
  ["1.2.0", packages, changelog, /for no version that is here/],
  ["", packages, changelog, /for no version that is here/],
  ["v1.2.0", [...packages, { name: "three", version: "1.1.0" }], changelog, /three 1\.1\.0\. Tag the commit/],
  ["v1.2.0", packages, changelog.replace("## 1.2.0", "## 1.2.1"), /says nothing of 1\.2\.0: .*"## 1\.2\.0 /],
  ["v1.2.0", packages, changelog.replace("## 1.2.0", "- Newer.\n\n## 1.2.0"), /under "Unreleased" beside/],
])(
  "the tag %s is refused where it is no release of what is here, with what to do",
  (tag, those, text, why) => {
    expect(() => releaseNotes(tag, those, text)).toThrow(why);
  },
);

const read = (file: string) => readFileSync(path.join(paths.root, file), "utf8");

const step = z.looseObject({ run: z.string().optional() });
const release = z
  .looseObject({
    on: z.looseObject({ push: z.looseObject({ tags: z.array(z.string()) }) }),
    jobs: z.looseObject({
      checks: z.looseObject({ uses: z.string() }),
      publish: z.looseObject({
        needs: z.string(),
        permissions: z.record(z.string(), z.string()),
        steps: z.array(step),
      }),
    }),
  })
  .parse(parse(read(".github/workflows/release.yml")));

test("a tag is published only after all checks, with provenance, and no token is kept for it", () => {
  expect(release.on.push).toEqual({ tags: ["v*"] });
  expect(release.jobs.checks.uses).toBe("./.github/workflows/ci.yml");
  expect(release.jobs.publish.needs).toBe("checks");
  expect(release.jobs.publish.permissions).toEqual({ contents: "write", "id-token": "write" });
  const runs = release.jobs.publish.steps.flatMap(({ run }) => run ?? []).join("\n");
  expect(runs).toContain("npm publish --provenance");
  expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
});

const manifest = z.looseObject({
  license: z.literal("Apache-2.0"),
  homepage: z.url(),
  bugs: z.url(),
  repository: z.strictObject({ type: z.literal("git"), url: z.string(), directory: z.string() }),
});

test.each(["provider", "test/gateway"])("%s says where it comes from and where to write to", (folder) => {
  const { homepage, bugs, repository } = manifest.parse(JSON.parse(read(`${folder}/package.json`)));
  const address = repository.url.replace(/^git\+|\.git$/g, "");
  expect(repository.directory).toBe(folder);
  expect(bugs).toBe(`${address}/issues`);
  expect(homepage).toBe(`${address}#readme`);
});

test("both packages have one version: a release is of both", () => {
  const versions = ["provider", "test/gateway"].map(
    (folder) => JSON.parse(read(`${folder}/package.json`)).version,
  );
  expect(new Set(versions).size).toBe(1);
});
