import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitepress";
import { repositoryLinks } from "./repository-links.ts";
import { sidebar } from "./sidebar.ts";

const root = path.join(import.meta.dirname, "../..");
const { homepage, version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8"));
const logo = readFileSync(path.join(root, "docs/images/logo.svg")).toString("base64");
const repository = homepage.replace("#readme", "");

export default defineConfig({
  title: "pulumi-workspace-gateway",
  description: "An AI gateway declared in TypeScript, with Pulumi",
  lang: "en",
  // Pages of a repository lie in a folder of the host: the workflow names it.
  base: process.env.DOCS_BASE ?? "/",
  outDir: path.join(root, ".state/site"),
  cacheDir: path.join(root, ".state/vitepress"),
  // What only the Pulumi Registry shows.
  srcExclude: ["_index.md", "installation-configuration.md"],
  rewrites: { "reference/README.md": "reference/index.md" },
  // In the page itself, so that it is no file that a browser asks for.
  head: [["link", { rel: "icon", href: `data:image/svg+xml;base64,${logo}` }]],
  markdown: {
    // The default colours are too faint for small text.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: repositoryLinks(`${repository}/blob/v${version}`),
  },
  themeConfig: {
    siteTitle: "Workspace Gateway",
    search: { provider: "local" },
    nav: [
      { text: "Start", link: "/start" },
      { text: "Reference", link: "/reference/" },
      { text: "Repository", link: repository },
    ],
    sidebar,
    outline: { level: [2, 3] },
  },
});
