// Before a release: `node provider/build/release.mts v0.2.0` prints its text, and fails if the tag is none for what is here;
// `node provider/build/release.mts names` fails if a name of a package is somebody else's.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkNames, type Published } from "./package-names.mts";
import { releaseNotes } from "./release-notes.mts";
import { published, root } from "./sources.mts";

const packages = published.map(
  (folder): Published => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")),
);
const [asked = ""] = process.argv.slice(2);
try {
  const lines =
    asked === "names"
      ? checkNames(packages, (name) => {
          const { status, stdout, stderr } = spawnSync("npm", ["view", name, "repository.url"], {
            encoding: "utf8",
            shell: process.platform === "win32",
          });
          return { code: status ?? 1, output: `${stdout}${stderr}` };
        })
      : [releaseNotes(asked, packages, readFileSync(path.join(root, "CHANGELOG.md"), "utf8"))];
  console.log(lines.join("\n"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
