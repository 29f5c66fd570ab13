import { nounOf, plural } from "pulumi-workspace-gateway/tools";
import { type Route, routeChange } from "../../routing/compare-routes.js";
import { operationWords } from "../plan/operation-words.js";
import { costs } from "./fields/field-words.js";
import type { FieldChange, Finding, ObjectChange, Rule } from "./review.js";

/** What a person should know first, the most important first. Each change is counted once. */
export function headlineOf(
  changes: readonly ObjectChange[],
  routes: readonly Route[],
  findings: readonly Finding[],
): string[] {
  const found = Map.groupBy(findings, ({ urn }) => urn);
  const special = (change: ObjectChange) => specialWords(change, found.get(change.urn) ?? []);
  const first = changes.filter((change) => special(change) !== undefined);
  const others = changes.filter((change) => special(change) === undefined);
  const byWords = Map.groupBy([...first, ...others], (change) => special(change) ?? plainWords(change));
  const lost = routes.filter((route) => routeChange(route) === "lost").length;
  const moved = routes.filter((route) => routeChange(route) === "moved").length;
  return [
    ...(lost === 0 ? [] : [counted(lost, "route now ends nowhere/routes now end nowhere")]),
    ...(moved === 0 ? [] : [counted(moved, "route moved/routes moved")]),
    ...shortList([...byWords].map(([words, all]) => [words, all.length])),
  ];
}

/** More parts than these nobody reads. */
const mostParts = 6;

function shortList(parts: readonly (readonly [string, number])[]): string[] {
  const shown = parts.length > mostParts ? parts.slice(0, mostParts - 1) : parts;
  const rest = parts.slice(shown.length).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...shown.map(([words, count]) => counted(count, words)),
    ...(rest === 0 ? [] : [counted(rest, "more change/more changes")]),
  ];
}

/** The words for one, and after the slash those for several. */
function counted(count: number, words: string): string {
  const [one, several] = words.split("/");
  return `${count} ${count === 1 ? one : several}`;
}

/** Findings that say of a change what counts. */
const ofFinding: Partial<Record<Rule, string>> = {
  "workspace-delete": "workspace destroyed/workspaces destroyed",
  "provider-delete-with-models": "provider deleted with its models/providers deleted with their models",
  "access-removed": "person loses access/people lose access",
  "role-lowered": "role lowered/roles lowered",
  "provider-host-changed": "provider at another host/providers at other hosts",
  "gateway-name-changed": "model called otherwise/models called otherwise",
  "budget-up": "budget raised/budgets raised",
  "budget-down": "budget lowered/budgets lowered",
  "quota-up": "quota raised/quotas raised",
  "quota-down": "quota lowered/quotas lowered",
  "key-rotated": "key rotated/keys rotated",
};

const ofReplacement: typeof ofFinding = {
  "workspace-delete": "workspace destroyed and made anew/workspaces destroyed and made anew",
  "access-removed": "person loses access/people lose access",
  "key-rotated": "key rotated/keys rotated",
};

/** What a change means, if it means more than that it is a change. */
function specialWords(change: ObjectChange, findings: readonly Finding[]): string | undefined {
  if (change.stays === "refused") {
    return "workspace not destroyed, because it is not empty/workspaces not destroyed, because they are not empty";
  }
  const words = change.operation === "replace" ? ofReplacement : ofFinding;
  const said = findings.filter(({ rule }) => rule !== "key-rotated" || isSaidOfKey(change));
  const [found] = said.flatMap(({ rule }) =>
    rule === "key-rotated" && isOpenKey(change) ? openKey : (words[rule] ?? []),
  );
  return found ?? (change.operation === "update" ? updateWords(change) : creationWords(change));
}

const openKey = "key perhaps replaced/keys perhaps replaced";

/** Whether the key is what the change is about: a preview covers it, so where something else differs, that is. */
function isSaidOfKey({ fields }: ObjectChange): boolean {
  const isCovered = (field: FieldChange) => field.is === "secret" && field.words.startsWith("may");
  return !fields.some(isCovered) || fields.every(isCovered);
}

/** Whether nobody can say that the key is another one. */
function isOpenKey({ operation, fields }: ObjectChange): boolean {
  const open = fields.filter((field) => field.is === "secret" && /^(may|known)/.test(field.words));
  return operation !== "replace" && open.length > 0;
}

/** Where new things are to be done, and who is new. */
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

/** `model created/models created`. */
function plainWords({ kind, operation, stays }: ObjectChange): string {
  const noun = kind.includes(":") ? "resource of another package" : nounOf({ name: kind });
  const several = kind.includes(":") ? "resources of other packages" : plural(noun);
  const isJudged = !kind.includes(":");
  const past =
    stays === "kept"
      ? "kept on the gateway"
      : `${operationWords[operation].past}${isJudged ? "" : " (not judged)"}`;
  return `${noun} ${past}/${several} ${past}`;
}

function updateWords({ kind, fields }: ObjectChange): string | undefined {
  const rises = fields.filter((field) => isCost(field)).map(growthOf);
  if (kind === "Model" && rises.length > 0) {
    return rises.every((rise) => rise < 0)
      ? "model cheaper/models cheaper"
      : rises.every((rise) => rise > 0)
        ? "model dearer/models dearer"
        : undefined;
  }
  if (kind === "Prompt" && fields.some(({ name }) => name === "content")) {
    return "prompt reworded/prompts reworded";
  }
  return kind === "Member" && fields.some(({ name, is }) => name === "role" && is === "value")
    ? "role raised/roles raised"
    : undefined;
}

function isCost({ name }: FieldChange): boolean {
  return costs.some((cost) => cost === name);
}

function growthOf(field: FieldChange): number {
  return field.is === "value" ? Number(field.after ?? 0) - Number(field.before ?? 0) : Number.NaN;
}
