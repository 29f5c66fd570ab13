import { nounOf, plural } from "pulumi-workspace-gateway/tools";
import { routeChange } from "../../routing/compare-routes.js";
import { roundedAmount } from "../../text/words.js";
import { differencesOf } from "../../usage/cost.js";
import { costs } from "../facts/field-words.js";
import type { FieldChange, Finding, ObjectChange, Review, Rule } from "../facts/review.js";
import { operationWords } from "../plan/plan.js";

/** More groups would hide the most important ones. The last group counts the remaining changes. */
const mostGroups = 6;

/** Facts such as "3 models cheaper", most important first. Each change counts once. */
export function headlineOf({ changes, routes, findings, usage }: Review): string[] {
  const byUrn = Map.groupBy(findings, ({ urn }) => urn);
  const named = changes.map((change) => ({ special: specialWords(change, byUrn.get(change.urn)), change }));
  const { first = [], others = [] } = Object.groupBy(named, ({ special }) => (special ? "first" : "others"));
  const groups = Map.groupBy([...first, ...others], ({ special, change }) => special ?? plainWords(change));
  const counts = [...groups].map(([words, all]) => [all.length, words] as const);
  const shown = counts.length > mostGroups ? counts.slice(0, mostGroups - 1) : counts;
  const rest = counts.slice(shown.length).reduce((sum, [count]) => sum + count, 0);
  const routesThat = (is: "lost" | "moved") => routes.filter((route) => routeChange(route) === is).length;
  const parts = [
    [routesThat("lost"), "route lost/routes lost"],
    [routesThat("moved"), "route moved/routes moved"],
    ...shown,
    [rest, "more change/more changes"],
  ] as const;
  return changes.length === 0
    ? []
    : [...usageWords(usage), ...parts.flatMap(([count, words]) => countWords(count, words))];
}

/** `words` consists of the singular, a slash and the plural. Empty for a count of 0. */
function countWords(count: number, words: string): string | [] {
  const [one, several] = words.split("/");
  return count === 0 ? [] : `${count} ${count === 1 ? one : several}`;
}

const ofFinding: Partial<Record<Rule, string>> = {
  "workspace-delete": "workspace destroyed/workspaces destroyed",
  "provider-delete-with-models": "provider deleted with its models/providers deleted with their models",
  "access-removed": "person loses access/people lose access",
  "role-lowered": "role lowered/roles lowered",
  "provider-host-changed": "provider moved to a different host/providers moved to different hosts",
  "gateway-name-changed": "model renamed/models renamed",
  "budget-up": "budget raised/budgets raised",
  "budget-down": "budget lowered/budgets lowered",
  "quota-up": "quota raised/quotas raised",
  "quota-down": "quota lowered/quotas lowered",
  "key-rotated": "key rotated/keys rotated",
};

const ofReplacement: typeof ofFinding = {
  "workspace-delete": "workspace destroyed and recreated/workspaces destroyed and recreated",
  "access-removed": "person loses access/people lose access",
  "key-rotated": "key rotated/keys rotated",
};

const mayBeRotated = "key may be replaced/keys may be replaced";

/** The meaning of the change. Undefined if the operation alone describes it well enough. */
function specialWords(change: ObjectChange, findings: readonly Finding[] = []): string | undefined {
  const { operation, stays } = change;
  if (stays === "refused") {
    return "workspace not destroyed, because it is not empty/workspaces not destroyed, because they are not empty";
  }
  const byRule = operation === "replace" ? ofReplacement : ofFinding;
  const [words] = findings
    .filter(({ rule }) => rule !== "key-rotated" || isAboutKey(change))
    .flatMap(({ rule }) =>
      rule === "key-rotated" && isOpenKey(change) ? mayBeRotated : (byRule[rule] ?? []),
    );
  return words ?? (operation === "update" ? updateWords(change) : creationWords(change));
}

/** A preview masks the key. If another field differs, assume that only that field changes. */
function isAboutKey({ fields }: ObjectChange): boolean {
  const isMasked = (field: FieldChange) => field.secret === "open";
  return !fields.some(isMasked) || fields.every(isMasked);
}

/** Whether the key may stay the same. */
function isOpenKey({ operation, fields }: ObjectChange): boolean {
  const isOpen = ({ secret }: FieldChange) => secret === "open" || secret === "unknown";
  return operation !== "replace" && fields.some(isOpen);
}

function creationWords({ kind, operation, takesOver, fields }: ObjectChange): string | undefined {
  if (operation !== "create") {
    return undefined;
  }
  const isAdmin = fields.some(
    (field) => field.is === "value" && field.name === "role" && field.after === "ADMIN",
  );
  const ofKind: Readonly<Record<string, string>> = {
    Workspace: "new workspace/new workspaces",
    Member: isAdmin ? "new administrator/new administrators" : "new member/new members",
    Invitation: "new invitation/new invitations",
  };
  return takesOver && kind !== "Member" ? undefined : ofKind[kind];
}

function plainWords({ kind, operation, stays }: ObjectChange): string {
  const isForeign = kind.includes(":");
  const noun = isForeign ? "resource from another package" : nounOf({ name: kind });
  const several = isForeign ? "resources from other packages" : plural(noun);
  const past =
    stays === "kept"
      ? "kept on the gateway"
      : `${operationWords[operation].past}${isForeign ? " (not judged)" : ""}`;
  return `${noun} ${past}/${several} ${past}`;
}

function updateWords({ kind, fields }: ObjectChange): string | undefined {
  const rises = fields.filter(({ name }) => costs.includes(name)).map(growthOf);
  if (kind === "Model" && rises.length > 0) {
    return rises.every((rise) => rise < 0)
      ? "model cheaper/models cheaper"
      : rises.every((rise) => rise > 0)
        ? "model more expensive/models more expensive"
        : undefined;
  }
  if (kind === "Prompt" && fields.some(({ name }) => name === "content")) {
    return "prompt reworded/prompts reworded";
  }
  return kind === "Member" && fields.some(({ name, is }) => name === "role" && is === "value")
    ? "role raised/roles raised"
    : undefined;
}

function growthOf(field: FieldChange): number {
  return field.is === "value" ? Number(field.after ?? 0) - Number(field.before ?? 0) : Number.NaN;
}

/** For example, "about 340 USD more a month". Empty if the difference is unknown. */
function usageWords(usage: Review["usage"]): string[] {
  if (usage?.is !== "read" || !usage.money || usage.cut !== undefined || usage.total.cost.isOpen) {
    return [];
  }
  const [least, most] = differencesOf(usage.total.cost);
  const { currency = "" } = usage.money;
  const difference = most > 0 ? most : least;
  const sum = `${roundedAmount(Math.abs(difference))} ${currency}`.trimEnd();
  const about = least === most ? "about" : "up to";
  return difference === 0 ? [] : [`${about} ${sum} ${difference < 0 ? "less" : "more"} a month`];
}
