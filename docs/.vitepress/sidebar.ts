import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";

const reference = path.join(import.meta.dirname, "../reference");

const group = (text: string, pages: Readonly<Record<string, string>>): DefaultTheme.SidebarItem => ({
  text,
  collapsed: false,
  items: Object.entries(pages).map(([link, title]) => ({ text: title, link: `/${link}` })),
});

/** The pages of the reference whose file begins with `prefix`, by their titles. */
const referenceGroup = (text: string, prefix: string): DefaultTheme.SidebarItem => ({
  text,
  collapsed: prefix !== "Class.",
  items: readdirSync(reference)
    .filter((file) => file.startsWith(prefix))
    .map((file) => ({
      text: readFileSync(path.join(reference, file), "utf8").split("\n", 1)[0]?.replace(/^#+ /, "") ?? file,
      link: `/reference/${file.replace(/\.md$/, "")}`,
    })),
});

export const sidebar: DefaultTheme.SidebarMulti = {
  "/reference/": [
    referenceGroup("Resources", "Class."),
    referenceGroup("Functions", "Function."),
    referenceGroup("Interfaces", "Interface."),
    referenceGroup("Types", "TypeAlias."),
  ],
  "/": [
    group("Get started", {
      concepts: "Concepts",
      start: "Quick start",
      "import-export": "Import and export",
    }),
    group("Declare", {
      lifecycle: "Resources and lifecycle",
      functions: "Functions",
      components: "Components",
    }),
    group("Connect", {
      configuration: "Configuration",
      credentials: "Credentials",
      secrets: "Secrets and logs",
    }),
    group("Review and apply", {
      review: "Review and apply",
      guard: "Guard and dangers",
      rules: "Rules",
      usage: "Usage",
    }),
    group("Test", { routes: "Expectations", evaluations: "Prompt evaluations", testing: "Unit tests" }),
    group("Operate", {
      drift: "Drift",
      recovery: "Troubleshooting",
      fleet: "Fleets and performance",
    }),
    group("Other languages", { languages: "Other languages", native: "Native plugin" }),
    group("Reference", {
      commands: "Command line",
      "reference/": "Resources and functions",
      guarantees: "Guarantees and limits",
      compatibility: "Versions and packages",
    }),
  ],
};
