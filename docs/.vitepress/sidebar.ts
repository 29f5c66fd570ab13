import type { DefaultTheme } from "vitepress";

const pages = (entries: Readonly<Record<string, string>>): DefaultTheme.SidebarItem[] =>
  Object.entries(entries).map(([link, text]) => ({ text, link: `/${link}` }));

/** The pages by what a reader wants to do, as `docs/index.md` lists them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Begin",
    items: pages({
      start: "Start",
      "import-export": "Import and export",
      lifecycle: "Lifecycle",
      functions: "Functions",
      components: "Components",
    }),
  },
  {
    text: "Connect",
    items: pages({
      configuration: "Configuration",
      credentials: "Credentials",
      commands: "Command line",
      secrets: "Secrets and logs",
    }),
  },
  {
    text: "Change things safely",
    items: pages({
      review: "Review and apply",
      guard: "Guard and dangers",
      rules: "Rules",
      usage: "Usage",
      routes: "Expectations",
      evaluations: "Evaluate changed prompts",
      drift: "Drift",
      renaming: "Renaming",
      testing: "Tests",
    }),
  },
  {
    text: "Repair",
    items: pages({ recovery: "Recovery", troubleshooting: "Troubleshooting" }),
  },
  {
    text: "Many teams, other languages",
    items: pages({
      fleet: "Fleets",
      performance: "Performance",
      layouts: "Package managers and bundlers",
      languages: "Other languages",
      native: "Native plugin",
      schema: "Schema",
    }),
  },
  {
    text: "Know what holds",
    items: pages({
      guarantees: "Guarantees",
      compatibility: "Compatibility",
      reliability: "Reliability",
      "api-gaps": "What the API does not show",
    }),
  },
  { text: "Look up", items: pages({ "reference/": "Reference", glossary: "Glossary" }) },
];
