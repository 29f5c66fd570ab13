// Before a release: `node provider/build/release.mts v0.2.0` prints its text, and fails if the tag is none for what is here;
// `names` fails if a name of a package is somebody else's; `pack FOLDER` writes what is tested and published; `publish FOLDER`
// publishes what stands there, with provenance.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { npm } from "./release/npm.mts";
import { checkNames, type Published, type Viewed } from "./release/package-names.mts";
import { publishRelease } from "./release/publish-release.mts";
import { releaseNotes } from "./release/release-notes.mts";
import { published, root } from "./sources.mts";

const packages = published.map(
  (folder): Published => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")),
);
const [asked = "", given = "release"] = process.argv.slice(2);
const folder = path.resolve(given);

try {
  const lines = await done();
  console.log(lines.join("\n"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function done(): Promise<string[]> {
  switch (asked) {
    case "names":
      return checkNames(packages, (name) => view(name, "repository.url"));
    case "pack": {
      // What packs needs what builds, which is not there where the release is published.
      const { packRelease } = await import("./release/pack-release.mts");
      packRelease(folder);
      return [`${folder} has the release`];
    }
    case "publish":
      return publishRelease(folder, packages, {
        view: (spec) => view(spec, "dist.integrity"),
        publish: (file) => npm(root, "publish", file, "--provenance", "--access", "public"),
      });
    default:
      return [releaseNotes(asked, packages, readFileSync(path.join(root, "CHANGELOG.md"), "utf8"))];
  }
}

function view(spec: string, field: string): Viewed {
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("npm", ["view", spec, field], { encoding: "utf8", shell });
  return { code: status ?? 1, output: status === 0 ? stdout : `${stdout}${stderr}` };
}
