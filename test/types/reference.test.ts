import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";

test("docs/reference matches the output of `npm run reference`", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reference-"));
  const typedoc = path.join(paths.root, "node_modules/typedoc/bin/typedoc");
  const options = path.join(paths.root, "provider/typedoc.json");
  execFileSync(process.execPath, [typedoc, "--options", options, "--out", folder], { cwd: paths.root });
  expect(pagesIn(path.join(paths.root, "docs/reference")), "run `npm run reference`").toEqual(
    pagesIn(folder),
  );
  rmSync(folder, { recursive: true });
});

function pagesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  expect(files.length).toBeGreaterThan(100);
  return Object.fromEntries(
    files.sort().map((file) => [file, readFileSync(path.join(folder, file), "utf8")]),
  );
}
