import type { Command } from "commander";
import { everyKind, type Kind } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { type Account, namedIn, shownName } from "../account/match-accounts.js";
import { gatewayAccount } from "../account/objects.js";
import { type SelectedAccount, stacksAccount } from "../account-options.js";
import { readIgnoreRules, usualIgnoreFile } from "../drift/command.js";
import { type IgnoreRule, ignoringRule } from "../drift/drift.js";
import { manageable } from "../drift/undeclared.js";
import { sessionFor, stackCommand } from "../gateway.js";
import { readAccount } from "../live/live-account.js";
import { maskFor } from "../masking.js";
import { withMarkdown } from "../output.js";
import { type ReviewOptions, writeReview } from "../review/command.js";
import { reviewOf } from "../review/facts/review-of.js";
import { comparisonOf, type LeavesOut } from "../review/plan/comparison.js";
import { stackOrFile } from "../stacks.js";
import type { Terminal } from "../terminal.js";

const notes = `Each side is a stack of the project in this folder, a file that \`pulumi stack export\` wrote, or \`live\`: the
account that the environment variables select (\`live:eu\` for the connection eu). Objects are matched by their name and
their workspace's name. Ids, times and secrets are not compared. List intended differences in ${usualIgnoreFile}:
  compare:
    ignore:
      - { kind: Budget, reason: each stage has its own }
      - { kind: ModelProvider, property: baseUrl, reason: each stage has its own upstream }

The command changes no stack or account. A stack is compared as its last \`up\` or refresh left it.`;

export function compareCommand(terminal: Terminal): Command {
  return stackCommand(
    "compare",
    "Compare two stacks or accounts, and review what a promotion would change.",
    {
      examples: [
        "workspace-gateway compare --from staging --to prod",
        "workspace-gateway compare --from staging --to prod --html promotion.html",
        "workspace-gateway compare --from prod --to live            # how the account differs from the stack",
        "pulumi stack export --stack staging > staging.json",
        "workspace-gateway compare --from staging.json --to prod --json",
      ],
      notes,
      formats: withMarkdown,
    },
  )
    .requiredOption("--from <place>", "where the changes come from: a stack, a file, or live")
    .requiredOption("--to <place>", "where the changes would be made: a stack, a file, or live")
    .option("--ignore-file <file>", `ignore rules (default: ${usualIgnoreFile} in this folder, if it exists)`)
    .option("--markdown <file>", "write the comment to a file, so that standard output is free for --output")
    .option("--html <file>", "also write the comparison as an HTML page")
    .action((options: CompareOptions) => runCompare(options, terminal));
}

interface CompareOptions extends Pick<ReviewOptions, "html" | "json" | "markdown" | "output"> {
  readonly from: string;
  readonly to: string;
  readonly ignoreFile?: string;
}

async function runCompare(options: CompareOptions, terminal: Terminal): Promise<void> {
  const kinds = await everyKind();
  const { compare: rules } = await readIgnoreRules(options, kinds);
  const from = await accountAt(options.from, kinds, terminal);
  const to = await accountAt(options.to, kinds, terminal);
  const ignoresOf = [from, to].map((account) => ignoring(rules, account, kinds));
  const leavesOut: LeavesOut = (...what) => ignoresOf.some((ignores) => ignores(...what));
  const plan = comparisonOf(from, to, kinds, leavesOut);
  const compared = { from: from.called, to: to.called };
  const mask = maskFor(terminal);
  const unmasked = from.unmasked ?? to.unmasked;
  const review = { ...reviewOf({ plan, kinds, mask, unmasked }), compared };
  await writeReview(review, undefined, options, terminal);
}

async function accountAt(
  place: string,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<Account & Pick<SelectedAccount, "unmasked">> {
  const [, connection] = /^live(?::(.+))?$/.exec(place) ?? [undefined, ""];
  if (connection !== "") {
    const session = sessionFor(terminal, undefined, kinds);
    const { objects } = await readAccount({ kinds, session, connection });
    return gatewayAccount(place, await manageable(objects));
  }
  const { objects, unmasked } = await stacksAccount(stackOrFile(place), {}, kinds, terminal);
  return { called: place, objects, unmasked };
}

function ignoring(rules: readonly IgnoreRule[], account: Account, kinds: readonly Kind[]): LeavesOut {
  const own = new Set(account.objects);
  const named = namedIn(account, kinds);
  const kindOf = (object: AccountObject) => kinds.find(({ name }) => name === object.kind);
  const nameOf = (object: AccountObject) => {
    const kind = kindOf(object);
    const name = kind && shownName(object, kind);
    return typeof name === "string" ? name : object.name;
  };
  return (object, property) => {
    const kind = kindOf(object);
    const holder = kind?.endpoints.parent && named(object, kind.endpoints.parent.field);
    const workspace = kind?.guard === undefined ? holder : object;
    const about = { kind: object.kind, name: nameOf(object), workspace: workspace && nameOf(workspace) };
    return own.has(object) && ignoringRule(rules, about, property) !== undefined;
  };
}
