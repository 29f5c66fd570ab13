import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { marker } from "./harness/new/marker.ts";
import { paths } from "./harness/paths.ts";

/** What has the marker in its templates, and what a build makes of README.md. */
const ignored = ["test/harness/new/", "provider/README.md", "cli/README.md"];

const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];

function filesOf(folder: string): string[] {
  return readdirSync(path.join(paths.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const at = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist|\.state)$/.test(entry.name) ? [] : filesOf(at);
    return /\.(ts|mts|cjs|md|json|yaml|yml)$/.test(entry.name) ? [at] : [];
  });
}

test("nothing is left to be filled in", () => {
  const files = [...pages, ...["provider", "test", "docs", "examples"].flatMap(filesOf)];
  const left = files
    .filter((file) => !ignored.some((name) => file.startsWith(name)))
    .flatMap((file) =>
      readFileSync(path.join(paths.root, file), "utf8")
        .split("\n")
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => line.includes(marker))
        .map(({ line, at }) => `${at}: ${line.slice(line.indexOf(marker))}`),
    );
  expect(left).toEqual([]);
  expect(files.length).toBeGreaterThan(1000);
});
