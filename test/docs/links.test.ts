import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { pages, textOf } from "./support/pages.ts";

/** Every link and picture of a page that leads to a file of the repository. */
const links = [...pages, "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].flatMap((page) =>
  [...withoutBlocks(textOf(page)).matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)].flatMap(
    ([, link, picture]) => {
      const target = link ?? picture ?? "";
      return /^[a-z]+:/.test(target) || page === "docs/_index.md" ? [] : [{ page, target }];
    },
  ),
);

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, "");
}

/** The anchor of a heading, as GitHub and the site make it. */
function anchorsOf(file: string): string[] {
  const headings = withoutBlocks(textOf(file)).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, "")
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link in docs and in top-level pages resolves to a file, and its anchor to a heading", () => {
  const broken = links.filter(({ page, target }) => {
    const [file = "", anchor] = target.split("#");
    const at = path.posix.join(file === "" ? page : path.posix.dirname(page), file === "" ? "" : file);
    const where = path.join(paths.root, at);
    if (!existsSync(where)) return true;
    return anchor !== undefined && statSync(where).isFile() && !anchorsOf(at).includes(anchor);
  });
  expect(broken).toEqual([]);
  expect(links.length).toBeGreaterThan(300);
});

test("README has at most 130 lines", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(131);
});
