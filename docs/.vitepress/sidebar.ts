import type { DefaultTheme } from "vitepress";

const pages = (entries: Readonly<Record<string, string>>): DefaultTheme.SidebarItem[] =>
  Object.entries(entries).map(([link, text]) => ({ text, link: `/${link}` }));

/** The pages by what a reader wants to do, as `docs/index.md` lists them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Begin",
    items: pages({ concepts: "Concepts", start: "Quick start", "import-export": "Import and export" }),
  },
  {
    text: "Declare",
    items: pages({
      lifecycle: "Resources and lifecycle",
      functions: "Functions",
      components: "Components",
    }),
  },
  {
    text: "Connect",
    items: pages({
      configuration: "Configuration",
      credentials: "Credentials",
      secrets: "Secrets and logs",
    }),
  },
  {
    text: "Review and apply",
    items: pages({
      review: "Review and apply",
      guard: "Guard and dangers",
      rules: "Rules",
      usage: "Usage",
    }),
  },
  {
    text: "Check",
    items: pages({ routes: "Expectations", evaluations: "Evaluate changed prompts", testing: "Tests" }),
  },
  {
    text: "Repair",
    items: pages({ drift: "Drift", recovery: "Recovery and troubleshooting" }),
  },
  {
    text: "Many teams, other languages",
    items: pages({
      fleet: "Fleets and performance",
      languages: "Other languages",
      native: "Native plugin",
    }),
  },
  {
    text: "Look up",
    items: pages({
      commands: "Command line",
      "reference/": "Reference",
      guarantees: "Guarantees and limits",
      compatibility: "Versions and package managers",
    }),
  },
];
