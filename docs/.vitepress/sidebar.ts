import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";

const reference = path.join(import.meta.dirname, "../reference");

interface Group {
  readonly title: string;
  /** Titles by page. */
  readonly pages: Readonly<Record<string, string>>;
}

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

export const guide: readonly Group[] = [
  {
    title: "Get started",
    pages: {
      concepts: "Concepts",
      start: "Quick start",
      "import-export": "Import and export",
    },
  },
  {
    title: "Declare",
    pages: {
      lifecycle: "Resources and lifecycle",
      functions: "Functions",
      components: "Components",
    },
  },
  {
    title: "Connect",
    pages: {
      configuration: "Configuration and credentials",
      secrets: "Secrets and logs",
    },
  },
  {
    title: "Review and apply",
    pages: {
      review: "Review and apply",
      guard: "Guard and dangers",
      rules: "Rules",
      usage: "Usage",
    },
  },
  {
    title: "Test",
    pages: { routes: "Checks", testing: "Unit tests" },
  },
  {
    title: "Operate",
    pages: {
      drift: "Drift",
      recovery: "Troubleshooting",
      fleet: "Fleets and performance",
      languages: "Other languages, plugin",
    },
  },
  {
    title: "Reference",
    pages: {
      commands: "Command line",
      "reference/": "Resources and functions",
      guarantees: "Guarantees and limits",
      compatibility: "Versions and packages",
    },
  },
];

export const sidebar: DefaultTheme.SidebarMulti = {
  "/reference/": [
    referenceGroup("Resources", "Class."),
    referenceGroup("Functions", "Function."),
    referenceGroup("Interfaces", "Interface."),
    referenceGroup("Types", "TypeAlias."),
  ],
  "/": guide.map(({ title, pages }) => ({
    text: title,
    collapsed: false,
    items: Object.entries(pages).map(([page, text]) => ({ text, link: `/${page}` })),
  })),
};
