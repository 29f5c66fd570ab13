import { holdsKinds, idOf, type JsonObject, type Kind } from "pulumi-workspace-gateway/tools";
import type { SignedIn } from "../gateway/signed-in.js";
import type { Workload } from "./work.js";

/** Whether the token has each needed scope, or why that is not known. */
export type Access = ReadonlyMap<string, Grant>;

type Grant = { readonly has: boolean } | { readonly why: string };

interface Asking {
  readonly session: SignedIn;
  readonly account: JsonObject | undefined;
  readonly work: Workload;
  readonly kinds: readonly Kind[];
}

/** From the scopes of the token, or from reads: nothing else shows what a plain token may do. */
export async function accessOf(asking: Asking): Promise<Access> {
  const needed = [...asking.work.scopes.keys()];
  const { scopes } = asking.session;
  if (scopes !== undefined) {
    return new Map(needed.map((scope) => [scope, { has: scopes.includes(scope) }]));
  }
  const workspace = await workspaceToRead(asking);
  const grants = needed.map(
    async (scope): Promise<[string, Grant]> => [scope, await tried(scope, workspace, asking)],
  );
  return new Map(await Promise.all(grants));
}

async function tried(scope: string, workspace: string | undefined, asking: Asking): Promise<Grant> {
  const { session, account, kinds } = asking;
  if (scope === "profile:read") {
    return { has: account !== undefined };
  }
  if (!scope.endsWith(":read")) {
    return { why: "the gateway does not show the scopes of such a token, and only a write would tell" };
  }
  const kind = kinds.find((each) => `${each.scope}:read` === scope && each.endpoints.list !== undefined);
  const isInside = kind?.endpoints.parent !== undefined;
  if (kind === undefined || (isInside && workspace === undefined)) {
    return { why: "there is no workspace to look into" };
  }
  const answer = await session.lists.answer(kind, isInside ? workspace : undefined);
  if ("failure" in answer) {
    return { why: "no answer came to such a read" };
  }
  const { status } = answer.reply;
  return status < 300 || status === 403
    ? { has: status < 300 }
    : { why: `the gateway answers ${status} to such a read` };
}

/** One that the stack uses and the account sees; otherwise the first of either. */
async function workspaceToRead({ session, work, kinds }: Asking): Promise<string | undefined> {
  const holder = kinds.find((kind) => holdsKinds(kind, kinds));
  const rows = holder === undefined ? [] : await session.lists.rows(holder);
  const seen = (rows ?? []).flatMap((row) => idOf(row) ?? []);
  const used = work.uses.flatMap(({ workspace }) => workspace ?? []);
  return used.find((id) => seen.includes(id)) ?? used[0] ?? seen[0];
}
