import { hasStatus, holdsKinds, howMany, isReadable, type Kind } from "pulumi-workspace-gateway/tools";
import { workspaceCalled } from "../account/account-object.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import { declarable, holdersIn, nameOf, readAccount } from "../live/live-account.js";
import { type Terminal, UsageError } from "../terminal.js";

export type ExportChoice = ReturnType<typeof exportChoice>;

interface Chosen extends GatewayOptions {
  readonly without?: readonly string[];
  /** Ids or names of workspaces (default: all). Each must exist. */
  readonly workspace?: readonly string[];
}

/** With `workspace`, skips account-level kinds, which two such exports would otherwise both declare. */
export function exportChoice({ without = [], workspace }: Chosen, kinds: readonly Kind[]) {
  const shown = kinds.filter(isReadable);
  const members = shown.filter((kind) => !holdsKinds(kind, kinds));
  const strays = shown.flatMap(({ guard }) => guard?.harmless ?? []).map(({ what }) => what);
  const words = [...members.map(({ name }) => name), ...strays];
  const leftOut = without.map((wanted) => {
    const word = words.find((each) => each.toLowerCase() === wanted.toLowerCase());
    if (word === undefined) {
      throw new UsageError(`--without ${wanted}: expected one of ${words.join(", ")}`);
    }
    return word;
  });
  const ofAccount = members.filter(
    ({ name, endpoints }) =>
      workspace !== undefined && endpoints.parent === undefined && !leftOut.includes(name),
  );
  return {
    kinds: members.filter((kind) => !leftOut.includes(kind.name) && !ofAccount.includes(kind)),
    /** Whether to read objects that no program can declare. */
    strays: !strays.some((what) => leftOut.includes(what)),
    leftOut: [
      ...[...new Set(leftOut)].map((what) => ({ what, why: "excluded with --without" })),
      ...ofAccount.map(({ name }) => ({
        what: name,
        why: "this kind belongs to the account, not to a selected workspace",
      })),
    ],
  };
}

export type AccountForExport = Awaited<ReturnType<typeof readForExport>>;

/** Reads workspaces first, because the requested workspaces may not exist. */
export async function readForExport(
  kinds: readonly Kind[],
  choice: ExportChoice,
  options: Chosen,
  terminal: Terminal,
) {
  try {
    const place = { session: sessionFor(terminal, options, kinds), connection: options.connection };
    const holders = await holdersIn(place, kinds);
    const titles = holders.map((holder) => [holder.id, nameOf(holder)] as const);
    const chosen = options.workspace?.map((wanted) => workspaceCalled(wanted, titles));
    const read = await readAccount({
      ...{ kinds, ...place },
      within: ({ id }) => chosen?.includes(id) ?? true,
      reads: (kind) => choice.kinds.includes(kind),
      strays: choice.strays,
    });
    let looked = 0;
    const objects = await Promise.all(
      read.objects.map(async (object) => {
        const seen = await declarable(object);
        terminal.progress(`${++looked} of ${howMany(read.objects.length, "object")} read`);
        return seen;
      }),
    );
    return { objects, strays: read.strays, holders: read.holders };
  } catch (error) {
    throw withWayAround(error, kinds);
  }
}

function withWayAround(error: unknown, kinds: readonly Kind[]): unknown {
  if (!hasStatus(error, 403)) {
    return error;
  }
  const word = wordOf(error.path, kinds);
  return word === undefined
    ? error
    : new Error(`${error.message} Or exclude these objects with --without ${word}. Nothing was written.`, {
        cause: error,
      });
}

/** The `--without` value for the list at a path. */
function wordOf(path: string, kinds: readonly Kind[]): string | undefined {
  const shown = kinds.filter(isReadable);
  const kind = shown
    .filter((each) => !holdsKinds(each, kinds))
    .find(({ endpoints: { list, get } }) => [list, get].some((template) => isAt(path, template)));
  const strays = shown.flatMap(({ guard }) => guard?.harmless ?? []);
  return kind?.name ?? strays.find(({ list }) => isAt(path, list))?.what;
}

/** Matches templates such as `/workspaces/{workspaceId}/members`. */
function isAt(path: string, template: string | undefined): boolean {
  const [steps, parts] = [path.split("/"), template?.split("/") ?? []];
  return (
    steps.length === parts.length && parts.every((part, at) => part.startsWith("{") || part === steps[at])
  );
}
