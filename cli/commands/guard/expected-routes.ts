import { readFile } from "node:fs/promises";
import path from "node:path";
import { defined, messageOf, unless } from "pulumi-workspace-gateway/tools";
import { type Expectations, readExpectations, usualRoutesFile } from "../../expectations/format.js";
import { compareExpectations } from "../../review/guard/compare-expectations.js";
import type { RulesChanged } from "../../review/guard/guard-rules.js";
import { decoded } from "../../text/decoded.js";
import { type Terminal, UsageError } from "../terminal.js";
import { commitFiles } from "./commit-files.js";

export interface RoutesOptions {
  /** The file of expectations. It is read if it is there and no other is named. */
  readonly routes?: string;
}

/** What is expected of the gateway, and what the file here says otherwise. */
export interface ExpectedRoutes {
  readonly expectations?: Expectations;
  readonly changed?: RulesChanged;
}

/** Reads the file of expectations, as it is here; undefined if there is none, and none is named. */
export async function expectationsHere({ routes }: RoutesOptions): Promise<Expectations | undefined> {
  const file = routes ?? usualRoutesFile;
  const reading = readFile(file);
  const bytes = await (routes === undefined ? reading.catch(unless("ENOENT")) : reading).catch((error) => {
    throw new UsageError(`the file of expectations cannot be read: ${messageOf(error)}`);
  });
  return bytes === undefined ? undefined : understood(decoded(bytes), file);
}

/** The same as a commit has it, if one is named: who changes the file does not decide what holds. */
export async function expectedRoutes(
  options: RoutesOptions & { readonly guardRef?: string },
  terminal: Pick<Terminal, "env">,
): Promise<ExpectedRoutes> {
  const { routes: file = usualRoutesFile, guardRef: ref } = options;
  if (ref === undefined) {
    return defined({ expectations: await expectationsHere(options) });
  }
  const commit = await commitFiles(ref, path.dirname(path.resolve(file)), terminal);
  const text = await commit.textOf(file);
  const expectations = text === undefined ? undefined : understood(text, file);
  const changes = await changesHere(expectations, options);
  return defined({ expectations, changed: changes.length === 0 ? undefined : { ref, file, changes } });
}

function understood(text: string, file: string): Expectations {
  try {
    return readExpectations(text, file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** A file here that cannot be read does no harm: it does not count. */
async function changesHere(held: Expectations | undefined, options: RoutesOptions) {
  try {
    return compareExpectations(held, await expectationsHere({ ...options }));
  } catch (error) {
    return [{ key: "file", words: `cannot be read: ${messageOf(error)}`, isLooser: true }];
  }
}
