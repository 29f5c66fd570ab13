// Makes the pictures of a review as the comment of a pull request, light and dark: `node test/docs/pictures.ts CHROMIUM MERMAID`.
// MERMAID is dist/mermaid.min.js of the package mermaid, which GitHub draws with and nothing here depends on. Look at what comes out.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { chromium } from "playwright-core";
import { createMarkdownRenderer } from "vitepress";
import { paths } from "../harness/paths.ts";

const [browserPath, mermaid] = process.argv.slice(2);
if (browserPath === undefined || mermaid === undefined) {
  throw new Error("Name a Chromium, and dist/mermaid.min.js of the package mermaid.");
}

/** As GitHub colours them. */
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
  i { background: #f0883e; border-radius: 50%; display: inline-block; height: 0.75em; width: 0.75em; }
  code { background: ${line}66; padding: 2px 5px; border-radius: 6px; font-size: 85%; }
  sub { color: ${faint}; font-size: 75%; }
  table { border-collapse: collapse; margin-bottom: 10px; }
  th, td { border: 1px solid ${line}; padding: 5px 12px; text-align: left; }
  .drawing { border: 1px solid ${line}; border-radius: 6px; padding: 12px; margin-bottom: 10px; text-align: center; }
  a { display: none; }`;

const preview = path.join(paths.root, "test/cli/review/previews/team.json");
const command = path.join(paths.root, "cli/bin.js");
const whole = execFileSync(process.execPath, [command, "review", "--guard", "--offline", preview]).toString();
// A reader of README needs the beginning. A browser without a font of emoji shows none.
const [comment = ""] = whole.replaceAll("🟠", "<i></i>").split("### Changes");
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
  const file = path.join(paths.root, `docs/images/review-comment${name === "dark" ? "-dark" : ""}.png`);
  await page.screenshot({ path: file, fullPage: true });
}
await browser.close();
