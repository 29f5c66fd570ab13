import { after, before, type Change, inChangelog } from "./change.ts";

export const commandChanges: readonly Change[] = [
  { file: "cli/commands/«file»/command.ts", template: "command.ts.txt" },
  { file: "cli/commands/«file»/«file».ts", template: "command-work.ts.txt" },
  { file: "test/cli/commands/«file»/command.test.ts", template: "command.test.ts.txt" },
  before(
    "cli/commands/command-line.ts",
    /^import \{ whoamiCommand \} from/m,
    'import { «name»Command } from "./«file»/command.js";\n',
  ),
  after("cli/commands/command-line.ts", /^const commands: .* = \[\n(?: {2}\w+,\n)+/m, "  «name»Command,\n"),
  after(
    "docs/commands.md",
    /^## Command line\n\n```sh\n(?:npx .*\n)+/m,
    "npx workspace-gateway «file»    # FILL IN: what it does\n",
  ),
  inChangelog("- `workspace-gateway «file»`: FILL IN: what it tells or does."),
];
