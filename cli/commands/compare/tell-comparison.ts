import { defined, everyKind, type Kind } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { gatewayAccount } from "../../account/gateway-objects.js";
import { shownName } from "../../account/match-accounts.js";
import { type Account, namedIn } from "../../account/whole-account.js";
import { type IgnoreRule, ignoringRule } from "../../drift/ignore.js";
import { manageable } from "../../drift/undeclared.js";
import { readAccount } from "../../live/live-account.js";
import { reviewOf } from "../../review/facts/review-of.js";
import { comparisonOf, type LeavesOut } from "../../review/plan/comparison.js";
import { type AskedAccount, stacksAccount } from "../asked-account.js";
import { readIgnoreRules } from "../drift/tell-drift.js";
import { sessionFor } from "../gateway.js";
import { maskFor } from "../masking.js";
import { type ReviewOptions, writeReview } from "../review/tell-review.js";
import { stackOrFile } from "../stacks.js";
import type { Terminal } from "../terminal.js";

export interface CompareOptions extends Pick<ReviewOptions, "html" | "json" | "markdown"> {
  readonly from: string;
  readonly to: string;
  readonly ignoreFile?: string;
}

/** Compares two accounts, and tells what would bring the second to where the first is. */
export async function tellComparison(options: CompareOptions, terminal: Terminal): Promise<void> {
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
  const review = { ...reviewOf(plan, kinds, { mask, unmasked }), compared };
  await writeReview(review, undefined, options, terminal);
}

async function accountAt(
  place: string,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<Account & Pick<AskedAccount, "unmasked">> {
  const [, connection] = /^live(?::(.+))?$/.exec(place) ?? [undefined, ""];
  if (connection !== "") {
    const session = sessionFor(terminal, {}, kinds);
    const told = (done: number, all: number) => terminal.progress(`${done} of ${all} lists read`);
    const { objects } = await readAccount({ kinds, session, connection, told });
    terminal.progress("");
    return gatewayAccount(place, await manageable(objects));
  }
  const { objects, unmasked } = await stacksAccount(stackOrFile(place), {}, kinds, terminal);
  return { called: place, objects, unmasked };
}

/** What the rules leave out of one of the accounts. */
function ignoring(rules: readonly IgnoreRule[], account: Account, kinds: readonly Kind[]): LeavesOut {
  const own = new Set(account.objects);
  const named = namedIn(account, kinds);
  const nameOf = (object: AccountObject, kind: Kind | undefined) => {
    const name = kind && shownName(object, kind);
    return typeof name === "string" ? name : object.name;
  };
  return (object, property) => {
    const kind = kinds.find(({ name }) => name === object.kind);
    const holder = kind?.endpoints.parent && named(object, kind.endpoints.parent.field);
    const workspace = kind?.guard === undefined ? holder : object;
    const about = {
      kind: object.kind,
      name: nameOf(object, kind),
      ...defined({
        workspace:
          workspace &&
          nameOf(
            workspace,
            kinds.find(({ name }) => name === workspace.kind),
          ),
      }),
    };
    return own.has(object) && ignoringRule(rules, about, property) !== undefined;
  };
}
