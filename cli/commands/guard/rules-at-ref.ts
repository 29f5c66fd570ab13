import { messageOf } from "pulumi-workspace-gateway/tools";
import { compareRules } from "../../review/guard/compare-rules.js";
import { readGuardFile } from "../../review/guard/guard-file.js";
import type { RulesChanged, SomeGuardRules } from "../../review/guard/guard-rules.js";
import { UsageError } from "../terminal.js";
import type { CommitFiles } from "./commit-files.js";
import { keysIn, type WithKeys } from "./rule-keys.js";

/** The rules that a commit has, and what the file here says otherwise. */
export interface RulesAtRef {
  readonly held: SomeGuardRules;
  readonly changed?: RulesChanged;
}

/**
 * Reads the guard file, and the keys that it names, as a commit has them. A commit without the file has the rules that always hold.
 *
 * @param here - reads the rules of the working tree
 */
export async function rulesAtRef(
  ref: string,
  file: string,
  commit: CommitFiles,
  withKeys: WithKeys,
  here: () => Promise<SomeGuardRules>,
): Promise<RulesAtRef> {
  const text = (await commit.textOf(file)) ?? "";
  const held = await withKeys(understood(text, `${file} of ${ref}`), keysIn(commit, ref));
  const changes = await changesHere(held, here);
  return changes.length === 0 ? { held } : { held, changed: { ref, file, changes } };
}

function understood(text: string, file: string) {
  try {
    return readGuardFile(text, file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** A file here that cannot be read does no harm: it does not count. */
async function changesHere(held: SomeGuardRules, here: () => Promise<SomeGuardRules>) {
  try {
    return compareRules(held, await here());
  } catch (error) {
    return [{ key: "file", words: `cannot be read: ${messageOf(error)}`, isLooser: true }];
  }
}
