import type { Kind } from "pulumi-workspace-gateway/tools";
import { readStackState, type StackResource } from "../../../stack/stack-state.js";
import { stackArguments } from "../../stacks.js";
import type { Terminal } from "../../terminal.js";
import { pulumiIn } from "./run-in-folder.js";

interface Wanted {
  readonly folder: string;
  /** The stack; undefined for the one that is selected. */
  readonly stack: string | undefined;
  /** Whether it must be there. */
  readonly isMeant: boolean;
  readonly kinds: readonly Kind[];
}

/** What the stack of a program has. Undefined if there is none, or if nothing here can read it. */
export async function readStack(
  { folder, stack, isMeant, kinds }: Wanted,
  terminal: Terminal,
): Promise<readonly StackResource[] | undefined> {
  const silent = { ...terminal, note: isMeant ? terminal.note : () => {} };
  const otherwise = "so it is not known what the stack has. Nothing was written";
  try {
    const args = ["stack", "export", ...stackArguments(stack)];
    return readStackState(await pulumiIn(folder, args, { terminal: silent, otherwise, quiet: true }), kinds)
      .resources;
  } catch (error) {
    if (isMeant) {
      throw error;
    }
    return undefined;
  }
}
