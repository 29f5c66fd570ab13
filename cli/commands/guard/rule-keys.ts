import path from "node:path";
import { defined, messageOf } from "pulumi-workspace-gateway/tools";
import { usualTerms } from "../../review/evidence/evidence-terms.js";
import { type Signer, signersIn } from "../../review/evidence/signers.js";
import type { WrittenRules } from "../../review/guard/guard-file.js";
import type { SomeGuardRules } from "../../review/guard/guard-rules.js";
import { givenText } from "../given-file.js";
import { UsageError } from "../terminal.js";
import type { CommitFiles } from "./commit-files.js";

/** Reads the text of a file with public keys. */
export type ReadsKey = (file: string) => Promise<string>;

/** Puts the keys into rules, whose file only names them. */
export type WithKeys = (rules: WrittenRules, read: ReadsKey) => Promise<SomeGuardRules>;

export const keysHere: ReadsKey = (file) => givenText(file, `the key ${file}`);

/** Keys as a commit has them: a pull request cannot bring its own. */
export function keysIn(commit: CommitFiles, ref: string): ReadsKey {
  return async (file) => {
    const text = await commit.textOf(file);
    if (text === undefined) {
      throw new UsageError(`the key ${file} is not in ${ref}, so no signature can be verified`);
    }
    return text;
  };
}

/** @param named - the file that an option names in the place of the one in the rules */
export function withKeysOf(guardFile: string, named: string | undefined): WithKeys {
  return async ({ promptsEvaluated: written, ...rules }, read) => {
    if (written === undefined) {
      return rules;
    }
    const { key, ...terms } = written;
    const file = named ?? (key && path.join(path.dirname(guardFile), key));
    const signers = file === undefined ? undefined : await signersOf(file, read);
    return { ...rules, promptsEvaluated: { ...usualTerms, ...defined(terms), ...defined({ signers }) } };
  };
}

/** Whose signatures count, by a file of public keys. */
export async function signersOf(file: string, read: ReadsKey): Promise<readonly Signer[]> {
  const text = await read(file);
  try {
    return signersIn(text);
  } catch (error) {
    throw new UsageError(`the key ${file}: ${messageOf(error)}`);
  }
}
