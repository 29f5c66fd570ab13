import { after, before, type Change, inChangelog } from "./change.ts";

export const risks = ["low", "medium", "high"] as const;

export interface RuleOptions {
  readonly ofChanges: boolean;
  readonly risk: (typeof risks)[number];
  /** Whether the guard refuses what it finds. */
  readonly refused: boolean;
}

const list = "cli/review/rules/finding.ts";
const changeRules = "cli/review/facts/findings/review-findings.ts";
const setupRules = "cli/review/rules/setup-findings.ts";

const ofChange: readonly Change[] = [
  { file: "cli/review/facts/findings/«file».ts", template: "change-rule.ts.txt" },
  before(list, /^\] as const;\n\n\/\*\* All rules/m, '  "«file»",\n'),
  before(changeRules, /^import \{ routeLost \}/m, 'import { «name» } from "./«file».js";\n'),
  after(changeRules, /^const changeRules: .* = \[\n(?: {2}\w+,\n)+/m, "  «name»,\n"),
];

const ofSetup: readonly Change[] = [
  { file: "cli/review/rules/«file».ts", template: "setup-rule.ts.txt" },
  before(list, /^\] as const;\n\nexport type Rule/m, '  "«file»",\n'),
  before(setupRules, /^import type \{ AccountObject \}/m, 'import { «name» } from "./«file».js";\n'),
  after(setupRules, /^const objectRules = \[[^\]]*?workspaceWithoutBudget/m, ", «name»"),
  before(
    "cli/policy/setup-policies.ts",
    /^\} satisfies Record<SetupRule, string>;/m,
    '  "«file»": "FILL IN: what it asks for, as a sentence.",\n',
  ),
];

const everywhere: readonly Change[] = [
  before(
    "test/cli/review/rules/examples.ts",
    /^\};\n$(?![\s\S])/m,
    `  "«file»": {
    // FILL IN: the steps of a preview in which a review finds it
    found: [],
    // FILL IN: steps alike in which it does not
    harmless: [],
  },
`,
  ),
  inChangelog("- The rule `«file»` of `workspace-gateway review`: FILL IN: what it finds."),
];

/** Everything that a rule of a review is named in. */
export function ruleChanges({ ofChanges, risk, refused }: RuleOptions): readonly Change[] {
  const cells = `${refused ? "high" : risk} | ${refused ? "refused" : "warns"} | ${ofChanges ? "–" : "yes"} |`;
  const row = `| \`«file»\` | FILL IN: what it finds. | ${cells}\n`;
  return [
    ...(ofChanges ? ofChange : ofSetup),
    ...(ofChanges || (risk === "low" && !refused) ? [] : [weighed(refused ? "refused" : risk)]),
    ...everywhere,
    ofChanges
      ? before("docs/rules.md", /^\| `route-ends-nowhere` \|/m, row)
      : after("docs/rules.md", /(?:^\| `.*\n)+/m, row),
  ];
}

function weighed(level: string): Change {
  return after(setupRules, /^const risks: .* = \{\n/m, `  "«file»": "${level}",\n`);
}
