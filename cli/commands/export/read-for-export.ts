import {
  accountMark,
  defined,
  hasStatus,
  holdsKinds,
  isReadable,
  type Kind,
} from "pulumi-workspace-gateway/tools";
import { type Declarable, declarable } from "../../live/declarable.js";
import { type LiveObject, readAccount, type Stray } from "../../live/live-account.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { chosenWorkspaces, type ExportChoice } from "./export-choice.js";

/** An account, as far as it is exported. */
export interface AccountForExport {
  /** Everything that was chosen. */
  readonly objects: readonly Declarable[];
  readonly strays: readonly Stray[];
  /** All workspaces that there are, and those that were looked into. */
  readonly holders: readonly LiveObject[];
  readonly chosen: readonly LiveObject[];
  /** Marks of the gateway and of the account behind the token: short hashes. */
  readonly gateway: string;
  readonly account?: string;
}

export interface ForExport {
  readonly kinds: readonly Kind[];
  readonly choice: ExportChoice;
  /** Ids or names of workspaces: each must be there. */
  readonly named: readonly string[] | undefined;
  /** Ids of those that the export was about before, if nobody names any: they may be gone. Else all are read. */
  readonly before: readonly string[] | undefined;
  readonly options: GatewayOptions;
}

/** Reads what is to be exported, and writes nothing. The workspaces are read first: a name may be wrong. */
export async function readForExport(wanted: ForExport, terminal: Terminal): Promise<AccountForExport> {
  try {
    return await readChosen(wanted, terminal);
  } catch (error) {
    throw withWayAround(error, wanted.kinds);
  } finally {
    terminal.progress("");
  }
}

async function readChosen(
  { kinds, choice, named, before, options }: ForExport,
  terminal: Terminal,
): Promise<AccountForExport> {
  const session = sessionFor(terminal, options, kinds);
  const { connection } = options;
  const account = { kinds, session, connection };
  const { holders } = await readAccount({ ...account, within: () => false, reads: () => false });
  const wanted = named ?? before?.filter((id) => holders.some((holder) => holder.id === id));
  const chosen = (wanted === undefined ? holders : chosenWorkspaces(holders, wanted)).map(({ id }) => id);
  const read = await readAccount({
    ...account,
    within: ({ id }) => chosen.includes(id),
    reads: (kind) => choice.kinds.includes(kind),
    strays: choice.strays,
    told: (done, all) => terminal.progress(`${done} of ${all} lists read`),
  });
  let looked = 0;
  const objects = await Promise.all(
    read.objects.map(async (object) => {
      const seen = await declarable(object);
      terminal.progress(`${++looked} of ${read.objects.length} objects looked at`);
      return seen;
    }),
  );
  const [first] = read.holders;
  const mark = first === undefined ? undefined : await accountMark(first.target);
  return {
    objects,
    strays: read.strays,
    holders: read.holders,
    chosen: read.holders.filter(({ id }) => chosen.includes(id)),
    gateway: session.client(connection).mark,
    ...defined({ account: mark }),
  };
}

/** The error of a list that the gateway refuses, with what the user can do besides getting the scope. */
function withWayAround(error: unknown, kinds: readonly Kind[]): unknown {
  if (!hasStatus(error, 403)) {
    return error;
  }
  const word = wordOf(error.path, kinds);
  return word === undefined
    ? error
    : new Error(`${error.message} Or leave them out: --without ${word}. Nothing was written.`, {
        cause: error,
      });
}

/** What `--without` calls that which is read at a path. */
function wordOf(path: string, kinds: readonly Kind[]): string | undefined {
  const shown = kinds.filter(isReadable);
  const kind = shown
    .filter((each) => !holdsKinds(each, kinds))
    .find(({ endpoints: { list, get } }) => [list, get].some((template) => isAt(path, template)));
  const strays = shown.flatMap(({ guard }) => guard?.harmless ?? []);
  return kind?.name ?? strays.find(({ list }) => isAt(path, list))?.what;
}

/** Whether a path is made of a template such as `/workspaces/{workspaceId}/members`. */
function isAt(path: string, template: string | undefined): boolean {
  const [steps, parts] = [path.split("/"), template?.split("/") ?? []];
  return (
    steps.length === parts.length && parts.every((part, at) => part.startsWith("{") || part === steps[at])
  );
}
