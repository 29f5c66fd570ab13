import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkNames, publishRelease, releaseNotes, type Viewed } from "../../provider/build/release.mts";
import { published } from "../../provider/build/sources.mts";
import { paths } from "../harness/paths.ts";

const packages = [
  { name: "one", version: "1.2.0" },
  { name: "two", version: "1.2.0" },
];
const three = { name: "three", version: "1.1.0" };
const changelog =
  "# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- New.\n\n### More\n\n- Fixed.\n\n## 1.1.0\n\n- Old.\n";

test("the release notes are the changelog section of the version", () => {
  for (const text of [changelog, changelog.replace("## 1.2.0", "## 1.2.0 (2026-11-24)")]) {
    expect(releaseNotes("v1.2.0", packages, text)).toBe("- New.\n\n### More\n\n- Fixed.");
  }
});

test.each([
  ["v1.1.0", packages, changelog, /does not match the packages: one 1\.2\.0 and two 1\.2\.0/],
  ["1.2.0", packages, changelog, /does not match the packages/],
  ["", packages, changelog, /does not match the packages/],
  [
    "v1.2.0",
    [...packages, three],
    changelog,
    /three 1\.1\.0\. Tag the commit in which each package has this/,
  ],
  ["v1.2.0", packages, changelog.replace("## 1.2.0", "## 1.2.1"), /no section for 1\.2\.0\. .*"## 1\.2\.0 /],
  ["v1.2.0", packages, changelog.replace("## 1.2.0", "- Newer.\n\n## 1.2.0"), /under "Unreleased"\. Move/],
])(
  "the tag %s is refused with a remedy if it does not match the packages or the changelog",
  (tag, those, text, why) => {
    expect(() => releaseNotes(tag, those, text)).toThrow(why);
  },
);

const read = (file: string) => readFileSync(path.join(paths.root, file), "utf8");

const folders = await mkdtemp(path.join(tmpdir(), "release-"));
afterAll(() => rm(folders, { recursive: true }));

/** A folder with the tarballs of packages, whose bytes are their names. */
async function released(): Promise<string> {
  const folder = await mkdtemp(path.join(folders, "of-"));
  for (const { name, version } of packages)
    await writeFile(path.join(folder, `${name}-${version}.tgz`), name);
  return folder;
}

const integrity = (text: string) => `sha512-${createHash("sha512").update(text).digest("base64")}`;
const free = { code: 1, output: "npm error code E404" };

/** What publishing did where the registry says this of each package. */
async function publishing(said: Readonly<Record<string, Viewed>>) {
  const files: string[] = [];
  const folder = await released();
  const told = () =>
    publishRelease(folder, packages, {
      view: (spec) => said[spec] ?? free,
      publish: (file) => void files.push(path.relative(folder, file)),
    });
  return { told, files };
}

test("a release publishes each tarball once, and skips those that npm has with the same bytes", async () => {
  const all = await publishing({});
  expect(all.told()).toEqual(["one 1.2.0 is published", "two 1.2.0 is published"]);
  expect(all.files).toEqual(["one-1.2.0.tgz", "two-1.2.0.tgz"]);
  const { told, files } = await publishing({ "one@1.2.0": { code: 0, output: `${integrity("one")}\n` } });
  expect(told()).toEqual(["one 1.2.0 is already published with the same bytes", "two 1.2.0 is published"]);
  expect(files).toEqual(["two-1.2.0.tgz"]);
});

const unreachable = { code: 1, output: "npm error code ECONNREFUSED" };
const says = (output: string) => ({ code: 0, output });

test.each([
  [
    "other bytes are published already",
    says(integrity("another")),
    /is already published with bytes .* that differ from .*Raise the version/,
  ],
  ["the registry does not say what is there", unreachable, /did not report whether one 1\.2\.0/],
])("nothing is published if %s", async (_, viewed, why) => {
  const { told, files } = await publishing({ "one@1.2.0": viewed });
  expect(told).toThrow(why);
  expect(files).toEqual([]);
});

test("all packages have the same version, and the CLI depends on exactly this provider version", () => {
  const manifests = published.map((folder) => JSON.parse(read(`${folder}/package.json`)));
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  const { dependencies } = JSON.parse(read("cli/package.json"));
  expect(dependencies["pulumi-workspace-gateway"]).toBe(manifests[0].version);
});

test.each([
  ["free", free, "gateway is free"],
  ["ours", says("git+https://example.com/ours.git\n"), "gateway is ours"],
  ["somebody's", says("git+https://example.com/theirs.git"), /belongs to .*theirs.*Rename our package/],
  ["a stranger's that says nothing", says(""), /belongs to a package without a repository/],
  ["not to be known", unreachable, /did not report who owns gateway.*ECONNREFUSED/],
])(
  "the check before a release reports a name that is %s, and fails unless it is free or ours",
  (_, viewed, told) => {
    const repository = { url: "git+https://example.com/ours.git" };
    const check = () => checkNames([{ name: "gateway", version: "1.2.0", repository }], () => viewed);
    if (told instanceof RegExp) expect(check).toThrow(told);
    else expect(check()).toEqual([told]);
  },
);

/** What people may be told to run by `npx`: a command of a package of ours, or of one that this repository installs. */
const commands = new Set([
  ...published.flatMap((folder) => Object.keys(JSON.parse(read(`${folder}/package.json`)).bin ?? {})),
  ...Object.keys(JSON.parse(read("package.json")).devDependencies),
]);
const ofPackages = published.map((folder) => JSON.parse(read(`${folder}/package.json`)).name);

test("every npx command in docs, messages, and pipelines is ours or is installed in this repository", () => {
  const listing = { cwd: paths.root, encoding: "utf8" } as const;
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], listing).split("\n");
  const texts = files
    .filter((file) => /\.(md|m?ts|cts|cjs|ya?ml|json|sh|txt)$/.test(file))
    .filter((file) => !/^test\/(?!gateway|harness\/new)|package-lock/.test(file))
    .filter((file) => existsSync(path.join(paths.root, file)));
  const told = texts.flatMap((file) => {
    const all = [...read(file).matchAll(/\bnpx (?:--?[\w-]+ )*(@?[a-z][\w./-]*)/g)];
    return all.map(([, name = ""]) => ({ file, name }));
  });
  expect(told.filter(({ name }) => !commands.has(name))).toEqual([]);
  const ours = told.filter(({ name }) => name === "workspace-gateway");
  expect(ours.filter(({ file }) => /^(cli|provider|docs|examples)\b/.test(file)).length).toBeGreaterThan(20);
  const run = Object.keys(JSON.parse(read("cli/package.json")).bin);
  expect(ofPackages).toEqual(expect.arrayContaining(run)); // npx runs the package of this name where nothing is installed
});
