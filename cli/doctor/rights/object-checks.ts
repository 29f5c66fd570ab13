import {
  closest,
  hidden,
  holdsKinds,
  idOf,
  isNamesake,
  type JsonObject,
  shortHash,
} from "pulumi-workspace-gateway/tools";
import { isInNew, requestsOf } from "../../review/facts/needs.js";
import { gatewayRow } from "../known.js";
import { recoverCommand } from "../stack/recover-remedy.js";
import type { Use, Workload } from "./work.js";

/** Whether the account sees what the next `up` changes: a workspace that it writes in, or an object of the account. */
export const visibleCheck = gatewayRow(
  "visible objects",
  ["plan", "session", "account", "work", "kinds"],
  async ({ session, account, work, kinds }, check) => {
    const holder = kinds.find((kind) => holdsKinds(kind, kinds));
    const places = work.uses.flatMap((use) => {
      const { kind, workspace, step } = use;
      const id = kind.endpoints.parent === undefined ? step?.before?.id : workspace;
      const list = kind.endpoints.parent === undefined ? kind : holder;
      return id === undefined || list === undefined || !mustBeSeen(use, account) ? [] : [{ id, list }];
    });
    const findings = [...Map.groupBy(places, ({ list }) => list)].map(async ([list, all]) => {
      const seen = await session.lists.rows(list);
      const ids = [...new Set(all.map(({ id }) => id))];
      const unseen = ids.filter((id) => seen?.every((row) => idOf(row) !== id));
      const weak = ids.filter((id) => seen?.some((row) => idOf(row) === id && row.my_role === "MEMBER"));
      const problem = {
        found: `The account of the token does not see ${list.name} ${unseen.join(", ")}, which the next \`up\` changes or writes in.`,
        means: "That would be refused.",
        remedy: "Use a token of an account that sees it. If it was deleted, run `pulumi refresh`.",
        facts: { kind: list.name, unseen },
      };
      const why = `only a write would tell what an account may do that is a mere MEMBER of ${weak.join(", ")}`;
      return [
        ...(unseen.length > 0 ? [check.problem(problem)] : []),
        ...(weak.length > 0 ? [check.notChecked(why)] : []),
      ];
    });
    return (await Promise.all(findings)).flat();
  },
);

/** An object that is gone need not be deleted, unless another account wrote it: then it may only be hidden. */
function mustBeSeen({ kind, step }: Use, account: JsonObject | undefined): boolean {
  if (step === undefined || requestsOf(step, kind).writes === 0) {
    return false;
  }
  const writer = step.before?.outputs[hidden.account];
  return step.after !== undefined || (writer !== undefined && writer !== markOf(account));
}

function markOf(account: JsonObject | undefined): string | undefined {
  return account === undefined ? undefined : shortHash(String(account.id));
}

/** Whether what the next `up` creates is there already, as after a run that was killed. */
export const namesCheck = gatewayRow(
  "names",
  ["plan", "session", "account", "work", "settings", "stack"],
  async ({ session, work, settings, stack }, check) => {
    const ours = new Set(work.uses.map(({ step }) => step?.before?.id));
    const created = settings.adopt === "never" ? work.uses.filter((use) => isLookedFor(use, work)) : [];
    const findings = created.map(async ({ kind, workspace, step }) => {
      const rows = await session.lists.rows(kind, workspace);
      const declared = step?.after?.inputs ?? {};
      const others = (rows ?? []).filter((row) => !ours.has(idOf(row)) && isNamesake(kind, declared, row));
      const [other] = closest(kind, declared, others);
      return other === undefined
        ? []
        : check.problem({
            found: `${kind.name} ${step?.name} exists already, with id ${idOf(other)}.`,
            means: "The next `up` would name it, and stop there.",
            remedy: `After a run that was killed, run \`${recoverCommand(stack)}\`. Otherwise give it another name, or take it over by \`adopt: true\`.`,
            facts: { kind: kind.name, name: step?.name, id: idOf(other) },
          });
    });
    return (await Promise.all(findings)).flat();
  },
);

/** Whether an object is made where others may have made one of its name. */
function isLookedFor({ kind, workspace, step }: Use, { planned }: Workload): boolean {
  return (
    step?.operation === "create" &&
    kind.source.how === "created" &&
    step.after?.inputs.adopt !== true &&
    (kind.endpoints.parent === undefined || workspace !== undefined) &&
    !isInNew(step, planned)
  );
}
