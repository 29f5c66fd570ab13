import { defined, everyKind, type Kind } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { gatewayAccount } from "../../account/gateway-objects.js";
import { shownName } from "../../account/match-accounts.js";
import { type Account, namedIn } from "../../account/whole-account.js";
import { type CompareRule, ignoringRule } from "../../drift/ignore-rules.js";
import { manageable } from "../../drift/undeclared.js";
import { readAccount } from "../../live/live-account.js";
import type { Review } from "../../review/facts/review.js";
import { reviewOf } from "../../review/facts/review-of.js";
import { momentsOf } from "../../review/facts/setups.js";
import { comparisonOf, type LeavesOut } from "../../review/plan/comparison.js";
import { type AccountUse, accountUse } from "../../usage/use/account-use.js";
import { type AskedAccount, stacksAccount } from "../asked-account.js";
import { readIgnoreRules } from "../drift/tell-drift.js";
import { sessionFor } from "../gateway.js";
import { type ReviewOptions, writeReview } from "../review/tell-review.js";
import { stackOrFile } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { usageBeside } from "../usage/usage-beside.js";
import { assertUsage, type UsageOptions } from "../usage/usage-options.js";

export interface CompareOptions extends Pick<ReviewOptions, "html" | "json" | "markdown">, UsageOptions {
  readonly from: string;
  readonly to: string;
  readonly ignoreFile?: string;
}

/** Compares two accounts, and tells what would bring the second to where the first is. */
export async function tellComparison(options: CompareOptions, terminal: Terminal): Promise<void> {
  assertUsage(options);
  const kinds = await everyKind();
  const { compare: rules } = await readIgnoreRules(options, kinds);
  const sides = [
    await sideAt(options.from, options, kinds, terminal),
    await sideAt(options.to, options, kinds, terminal),
  ] as const;
  const [from, to] = [sides[0].account, sides[1].account];
  const ignoresOf = [from, to].map((account) => ignoring(rules, account, kinds));
  const leavesOut: LeavesOut = (...what) => ignoresOf.some((ignores) => ignores(...what));
  const plan = comparisonOf(from, to, kinds, leavesOut);
  const asking = { moments: momentsOf(plan, kinds) };
  const review = reviewOf(plan, kinds);
  const compared = { from: from.called, to: to.called, ...(await usesOf(sides, options, terminal)) };
  await writeReview({ review: { ...review, compared }, asking }, options, terminal);
}

/** One of two accounts, and what reads its gateways. */
interface ComparedSide extends Pick<AskedAccount, "clients"> {
  readonly account: Account;
}

/** What both were requested for; of one whose usage cannot be read, a line says so. */
async function usesOf(
  sides: readonly ComparedSide[],
  options: UsageOptions,
  terminal: Terminal,
): Promise<Pick<NonNullable<Review["compared"]>, "uses">> {
  const uses: AccountUse[] = [];
  const said = new Set<string>();
  const note = (line: string) => {
    if (!said.has(line)) {
      terminal.note(line);
    }
    said.add(line);
  };
  for (const { account, clients } of sides) {
    const told = await usageBeside(options, { objects: account.objects, clients }, { ...terminal, note });
    uses.push(...(told === undefined ? [] : accountUse(account, told)));
  }
  return uses.length === 0 ? {} : { uses };
}

async function sideAt(
  place: string,
  { usage }: UsageOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<ComparedSide> {
  const [, connection] = /^live(?::(.+))?$/.exec(place) ?? [undefined, ""];
  if (connection !== "") {
    const session = sessionFor(terminal, {}, kinds);
    const told = (done: number, all: number) => terminal.progress(`${done} of ${all} lists read`);
    const { objects } = await readAccount({ kinds, session, connection, told });
    terminal.progress("");
    const account = gatewayAccount(place, await manageable(objects));
    return { account, clients: () => [() => session.client(connection)] };
  }
  const { objects, clients } = await stacksAccount(stackOrFile(place), defined({ usage }), kinds, terminal);
  return { account: { called: place, objects }, clients };
}

/** What the rules leave out of one of the accounts. */
function ignoring(rules: readonly CompareRule[], account: Account, kinds: readonly Kind[]): LeavesOut {
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
    return (
      own.has(object) &&
      ignoringRule(
        rules.filter((rule) => rule.property === property),
        about,
      ) !== undefined
    );
  };
}
