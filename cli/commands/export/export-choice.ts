import { holdsKinds, isReadable, type Kind, printable } from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../../live/live-account.js";
import { UsageError } from "../terminal.js";

/** What of an account to export. */
export interface ExportChoice {
  /** The kinds to read, apart from the workspaces. */
  readonly kinds: readonly Kind[];
  /** Whether to read what no program can declare. */
  readonly strays: boolean;
  /** What the user left out. */
  readonly without: readonly string[];
  /** What is not read, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** A kind that is not exported. */
export interface LeftOut {
  /** Its name, or the word for what no program can declare. */
  readonly what: string;
  readonly why: string;
}

interface Chosen {
  readonly without?: readonly string[] | undefined;
  readonly workspace?: readonly string[] | undefined;
}

/**
 * What the options choose. What belongs to no workspace is of the whole account: it is left out where workspaces are
 * chosen, because two exports would declare it twice otherwise.
 */
export function exportChoice({ without = [], workspace }: Chosen, kinds: readonly Kind[]): ExportChoice {
  const shown = kinds.filter(isReadable);
  const members = shown.filter((kind) => !holdsKinds(kind, kinds));
  const strays = shown.flatMap(({ guard }) => guard?.harmless ?? []).map(({ what }) => what);
  const words = [...members.map(({ name }) => name), ...strays];
  const leftOut = without.map((wanted) => {
    const word = words.find((each) => each.toLowerCase() === wanted.toLowerCase());
    if (word === undefined) {
      throw new UsageError(`--without ${wanted}: what can be left out is ${words.join(", ")}`);
    }
    return word;
  });
  const ofAccount = members.filter(
    ({ name, endpoints }) =>
      workspace !== undefined && endpoints.parent === undefined && !leftOut.includes(name),
  );
  return {
    kinds: members.filter((kind) => !leftOut.includes(kind.name) && !ofAccount.includes(kind)),
    strays: !strays.some((what) => leftOut.includes(what)),
    without: [...new Set(leftOut)],
    leftOut: [
      ...[...new Set(leftOut)].map((what) => ({ what, why: "left out by --without" })),
      ...ofAccount.map(({ name }) => ({
        what: name,
        why: "it belongs to the account and to no workspace, and workspaces were chosen",
      })),
    ],
  };
}

/** The workspaces with these ids or names. An id goes before a name. */
export function chosenWorkspaces(holders: readonly LiveObject[], wanted: readonly string[]): LiveObject[] {
  const chosen = wanted.map((word) => chosenWorkspace(holders, word));
  return holders.filter((holder) => chosen.includes(holder));
}

function chosenWorkspace(holders: readonly LiveObject[], wanted: string): LiveObject {
  const called = holders.filter((holder) => nameOf(holder) === wanted);
  const found = holders.find(({ id }) => id === wanted) ?? called[0];
  if (found === undefined) {
    const names = holders.map((holder) => JSON.stringify(printable(nameOf(holder)))).join(", ");
    throw new UsageError(
      `no workspace has the id or name ${JSON.stringify(wanted)}. The workspaces are: ${names || "none"}`,
    );
  }
  if (found.id !== wanted && called.length > 1) {
    const ids = called.map(({ id }) => id).join(", ");
    throw new UsageError(
      `several workspaces have the name ${JSON.stringify(wanted)}: give --workspace one of the ids ${ids}`,
    );
  }
  return found;
}
