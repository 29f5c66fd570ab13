// Makes the pictures of a review as the comment of a pull request and as a page, light and dark:
// `node test/docs/pictures.ts CHROMIUM MERMAID`. MERMAID is dist/mermaid.min.js of the package mermaid, which GitHub draws with
// and this repository does not depend on. The machine needs a font of emoji (fonts-noto-color-emoji). Look at the results.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { createMarkdownRenderer } from "vitepress";
import { paths } from "../harness/paths.ts";

const [browserPath, mermaid] = process.argv.slice(2);
if (browserPath === undefined || mermaid === undefined) {
  throw new Error("Name a Chromium, and dist/mermaid.min.js of the package mermaid.");
}

const schemes = {
  light: {
    ...{ page: "#ffffff", soft: "#f6f8fa", line: "#d1d9e0", text: "#1f2328", faint: "#59636e" },
    mermaid: "default",
  },
  dark: {
    ...{ page: "#0d1117", soft: "#151b23", line: "#3d444d", text: "#f0f6fc", faint: "#9198a1" },
    mermaid: "dark",
  },
} as const;

const style = ({ page, soft, line, text, faint }: (typeof schemes)["light" | "dark"]) => `
  body { margin: 0; padding: 12px; background: ${page}; color: ${text}; font: 14px/1.5 system-ui, sans-serif; }
  article { border: 1px solid ${line}; border-radius: 6px; position: relative; }
  header { background: ${soft}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${faint}; }
  header b { color: ${text}; }
  main { padding: 0 16px 8px; }
  h2 { border-bottom: 1px solid ${line}; padding-bottom: 6px; line-height: 1.25; margin: 16px 0 12px; }
  h3 { margin: 20px 0 8px; }
  p, ul { margin: 0 0 10px; }
  code { background: ${line}66; padding: 2px 5px; border-radius: 6px; font-size: 85%; }
  sub { color: ${faint}; font-size: 75%; }
  table { border-collapse: collapse; margin-bottom: 10px; }
  th, td { border: 1px solid ${line}; padding: 5px 12px; text-align: left; }
  .drawing { border: 1px solid ${line}; border-radius: 6px; padding: 12px; margin-bottom: 10px; text-align: center; }
  a { display: none; }`;

const preview = path.join(paths.root, "test/cli/review/previews/team.json");
const command = path.join(paths.root, "cli/bin.js");
const html = path.join(mkdtempSync(path.join(tmpdir(), "pictures-")), "review.html");
const review = [command, "review", "--guard", "--offline", "--html", html, preview];
const whole = execFileSync(process.execPath, review).toString();
// A reader of README needs the beginning.
const [comment = ""] = whole.split("### Changes");
const [before = "", drawing = "", after = ""] = comment.split(/```mermaid\n|```\n/);
const { render } = await createMarkdownRenderer(paths.root);
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
for (const [name, scheme] of Object.entries(schemes)) {
  const page = await browser.newPage({ viewport: { width: 820, height: 600 }, deviceScaleFactor: 1.5 });
  await page.setContent(`<!doctype html><style>${style(scheme)}</style><article><header><b>gateway-review</b> commented</header>
    <main>${render(before)}<div class="drawing"></div>${render(after)}</main></article>`);
  await page.addScriptTag({ path: mermaid });
  await page.evaluate(
    `mermaid.initialize({ startOnLoad: false, theme: ${JSON.stringify(scheme.mermaid)} });
     mermaid.render("drawn", ${JSON.stringify(drawing)}).then(({ svg }) => { document.querySelector(".drawing").innerHTML = svg; })`,
  );
  const fileOf = (what: string) =>
    path.join(paths.root, `docs/images/review-${what}${name === "dark" ? "-dark" : ""}.png`);
  await page.screenshot({ path: fileOf("comment"), fullPage: true });
  await page.emulateMedia({ colorScheme: name === "dark" ? "dark" : "light" });
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.goto(pathToFileURL(html).href);
  await page.screenshot({ path: fileOf("page"), fullPage: true });
}
await browser.close();
