import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitepress";
import { writeLlmsTxt } from "./llms.ts";
import { repositoryLinks } from "./repository-links.ts";
import { sidebar } from "./sidebar.ts";

const root = path.join(import.meta.dirname, "../..");
const { homepage, version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));
// Inlined to save a request.
const logo = `data:image/svg+xml;base64,${readFileSync(path.join(root, "docs/images/logo.svg")).toString("base64")}`;
const repository = homepage.replace("#readme", "");

export default defineConfig({
  title: "pulumi-workspace-gateway",
  description: "Declare your AI gateway in TypeScript, review every change, and apply it with Pulumi.",
  lang: "en",
  // GitHub Pages serve a repository from a subfolder, which the workflow names.
  base: process.env.DOCS_BASE ?? "/",
  outDir: path.join(root, ".state/site"),
  cacheDir: path.join(root, ".state/vitepress"),
  // What only the Pulumi Registry shows.
  srcExclude: ["_index.md", "installation-configuration.md"],
  rewrites: { "reference/README.md": "reference/index.md" },
  head: [["link", { rel: "icon", href: logo }]],
  markdown: {
    // The default colours are too faint for small text.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: repositoryLinks(`${repository}/blob/main`),
  },
  // The theme's home page has no main landmark for screen readers.
  transformHtml: (html, _file, { page }) =>
    page === "index.md" ? html.replace('id="VPContent"', '$& role="main"') : undefined,
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath.startsWith("reference/") ? { frontmatter: { ...frontmatter, editLink: false } } : undefined,
  buildEnd: writeLlmsTxt,
  themeConfig: {
    logo,
    siteTitle: "Workspace Gateway",
    search: { provider: "local" },
    nav: [
      { text: "Quick start", link: "/start" },
      { text: "Reference", link: "/reference/" },
      { text: `v${version}`, link: `${repository}/blob/main/CHANGELOG.md` },
    ],
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page" },
    sidebar,
    outline: { level: [2, 3] },
    footer: { message: "Apache-2.0" },
  },
});
