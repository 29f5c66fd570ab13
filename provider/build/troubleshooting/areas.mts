/** Where errors come from, and what to do if their text does not say it. The first area whose folder a file is in counts. */
export interface Area {
  readonly title: string;
  readonly folders: readonly string[];
  readonly cure: string;
}

export const areas: readonly Area[] = [
  {
    title: "apply, and the pin of a review",
    folders: ["cli/commands/apply", "cli/commands/pin", "cli/review/pin"],
    cure: "Review again, and apply the new pin: [Review and apply](review.md).",
  },
  {
    title: "review and its guard",
    folders: [
      "cli/commands/review",
      "cli/commands/guard",
      "cli/review/guard",
      "cli/review/html",
      "cli/review/plan",
    ],
    cure: "Correct the preview, the option or the file that the text names: [Guard and dangers](guard.md).",
  },
  {
    title: "evidence for prompts",
    folders: ["cli/commands/prompts", "cli/review/evidence"],
    cure: "Correct the file or the option that the text names: [Evidence for prompts](evidence.md).",
  },
  {
    title: "check",
    folders: ["cli/commands/check"],
    cure: "Correct the gateway, the program or `gateway-routes.yaml`: [Expectations](routes.md).",
  },
  {
    title: "drift",
    folders: ["cli/commands/drift"],
    cure: "Correct the gateway or the program, or name a rule in `gateway-drift.yaml`: [Drift](drift.md).",
  },
  {
    title: "export and import-file",
    folders: ["cli/commands/export", "cli/commands/import-file", "cli/export"],
    cure: "Correct the option or the folder that the text names: [Import and export](import-export.md).",
  },
  {
    title: "recover",
    folders: ["cli/commands/recover", "cli/recover"],
    cure: "Run `npx workspace-gateway doctor`, then `recover` again: [Recovery](recovery.md).",
  },
  {
    title: "login and key",
    folders: ["cli/commands/login", "cli/commands/key"],
    cure: "Sign in again with what the text names: [Credentials](credentials.md).",
  },
  {
    title: "metrics",
    folders: ["cli/commands/metrics"],
    cure: "Correct the filter: `npx workspace-gateway metrics --help` has all options.",
  },
  {
    title: "other commands",
    folders: [
      "cli/commands",
      "cli/doctor",
      "cli/live",
      "cli/stack",
      "cli/text",
      "cli/policy",
      "cli/graph",
      "cli/usage",
    ],
    cure: "Correct what the text names, and see `--help` of the command: [Command line](commands.md).",
  },
  {
    title: "Tests of a program",
    folders: ["cli/testing"],
    cure: "Correct the program or the options of `deploy`: [Tests](testing.md).",
  },
  {
    title: "Settings and credentials",
    folders: ["provider/client/settings", "provider/client/sign-in"],
    cure: "Correct the setting that the text names: [Configuration](configuration.md), [Credentials](credentials.md).",
  },
  {
    title: "Requests to the gateway",
    folders: ["provider/client", "provider/io"],
    cure: "Run `npx workspace-gateway doctor`: it asks the gateway, and says what is wrong.",
  },
  {
    title: "Functions",
    folders: ["provider/functions"],
    cure: "Correct the arguments: [Functions](functions.md).",
  },
  {
    title: "Resources in a preview or an up",
    folders: ["provider/lifecycle"],
    cure: "Correct the resource that the text names: [Lifecycle](lifecycle.md), [Guarantees](guarantees.md).",
  },
  {
    title: "The native plugin",
    folders: ["provider/plugin"],
    cure: "Correct the setting that the text names, and install the package and its plugin in one version: [Native plugin](native.md).",
  },
  {
    title: "Programs",
    folders: ["provider"],
    cure: "Correct the program at the line that Pulumi names: [Start](start.md).",
  },
];
