import { idOf, listOf } from "../../client/answers.js";
import type { Exchange, Send } from "../../client/http/exchange.js";
import { fillPath } from "../../client/http/path.js";
import type { Io } from "../../io/io.js";
import type { Kind } from "../../spec/kind.js";
import type { StackResource } from "../../stack/stack-state.js";
import { contact } from "./contact.js";
import type { NeededScopes } from "./needed-scopes.js";
import type { TriedRead } from "./scopes.js";

/** Tries one list for each scope to read: nothing else shows what a plain token may do. Sends nothing but GETs. */
export async function tryReads(
  send: Send,
  needs: NeededScopes,
  resources: readonly StackResource[],
  io: Io,
): Promise<TriedRead[]> {
  const [held] = needs.kinds.flatMap(({ endpoints: { parent } }) => (parent === undefined ? [] : [parent]));
  const holder = held === undefined ? undefined : await firstHolder(send, held, resources, io);
  const reads = [...needs.scopes.keys()].filter((scope) => scope.endsWith(":read"));
  return Promise.all(
    reads.map(async (scope): Promise<TriedRead> => {
      if (scope === held?.scope && holder?.status !== undefined) {
        return { scope, status: holder.status };
      }
      const [kind] = needs.kinds.filter(
        (each) => `${each.scope}:read` === scope && each.endpoints.list !== undefined,
      );
      const exchange = kind && listing(kind, scope, holder?.id);
      return exchange === undefined
        ? { scope, why: "there is no workspace to look into" }
        : { scope, ...(await statusOf(send, exchange, io)) };
    }),
  );
}

async function statusOf(
  send: Send,
  exchange: Exchange,
  io: Io,
): Promise<{ status: number } | { why: string }> {
  const answer = await contact(send, exchange, io);
  return "failure" in answer
    ? { why: `no answer came to GET ${exchange.path}` }
    : { status: answer.reply.status };
}

/** A workspace to look into: one that the stack uses, if the account sees it, else the first that it sees. */
async function firstHolder(
  send: Send,
  { list, scope, field }: NonNullable<Kind["endpoints"]["parent"]>,
  resources: readonly StackResource[],
  io: Io,
): Promise<{ id?: string; status?: number }> {
  const answer = await contact(send, { method: "GET", path: list, scope }, io);
  if ("failure" in answer) {
    return {};
  }
  const ids = (listOf(answer.reply)?.rows ?? []).flatMap((row) => idOf(row) ?? []);
  const used = resources.map(({ inputs }) => inputs[field]);
  const id = ids.find((each) => used.includes(each)) ?? ids[0];
  return { ...(id === undefined ? {} : { id }), status: answer.reply.status };
}

/** The list of a kind; undefined if it is in a workspace, and there is none. */
function listing(kind: Kind, scope: string, holder: string | undefined): Exchange | undefined {
  const { list = "", parent, scoped } = kind.endpoints;
  if (parent === undefined) {
    return { method: "GET", path: list, scope };
  }
  if (holder === undefined) {
    return undefined;
  }
  const query = scoped ? { [kind.fields.get(parent.field)?.sendAs ?? ""]: holder } : {};
  return { method: "GET", path: fillPath(list, { [parent.field]: holder }), query, scope };
}
