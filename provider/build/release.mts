// Prints the text of a release: `node provider/build/release.mts v0.1.0`. Fails if the tag is none for what is here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Published, releaseNotes } from "./release-notes.mts";

const root = path.join(import.meta.dirname, "../..");
const packages = ["provider", "test/gateway"].map(
  (folder): Published => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")),
);
try {
  console.log(
    releaseNotes(process.argv[2] ?? "", packages, readFileSync(path.join(root, "CHANGELOG.md"), "utf8")),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
