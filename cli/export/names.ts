import { type Kind, nounOf } from "pulumi-workspace-gateway/tools";
import { type Draft, holdsOthers } from "./drafts.js";
import type { ExportInput } from "./exported-program.js";
import { requiredKeys } from "./secret-keys.js";
import { camelName, fileName, logicalPart, lowerFirst, upperFirst } from "./spelling.js";

/** An object that the program declares, with everything that the program calls it. */
export interface NamedObject extends Draft {
  /** Logical name of the resource. */
  readonly name: string;
  readonly variable: string;
  readonly file: string;
}

/** The file of what belongs to no workspace. */
const accountFile = "account.ts";

/** Known objects keep their names. The others get names that are still free, in the order of the account. */
export function namedObjects(
  drafts: readonly Draft[],
  titles: ReadonlyMap<string, string>,
  { oneFile }: Pick<ExportInput, "oneFile">,
): NamedObject[] {
  const files = oneFile ? new Map<string, string>() : filesOf(drafts, titles);
  const variables = variablesOf(drafts, files);
  const names = logicalNames(drafts, titles);
  return drafts.map((draft) => ({
    ...draft,
    name: names.get(draft) ?? "",
    variable: variables.get(draft) ?? "",
    file: fileOf(draft, files),
  }));
}

function fileOf({ group }: Draft, files: ReadonlyMap<string, string>): string {
  return group === undefined ? accountFile : (files.get(group) ?? accountFile);
}

/** The file of each workspace, by its id. */
function filesOf(drafts: readonly Draft[], titles: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map<string, string>();
  const taken = new Set<string>();
  const groups = new Set(drafts.flatMap(({ group }) => group ?? []));
  for (const group of sortedByTitle([...groups], titles)) {
    const stem = fileName(titles.get(group) ?? "") || "workspace";
    const free = numbered([stem], "-", (name) => taken.has(name) || reservedFiles.has(name));
    taken.add(free);
    files.set(group, `${free}.ts`);
  }
  return files;
}

function sortedByTitle(groups: readonly string[], titles: ReadonlyMap<string, string>): string[] {
  const keyOf = (group: string) => JSON.stringify([titles.get(group) ?? "", group]);
  return groups.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The constants, none of which is equal to another of its file, apart from upper and lower case. */
function variablesOf(drafts: readonly Draft[], files: ReadonlyMap<string, string>): Map<Draft, string> {
  const variables = new Map<Draft, string>();
  const taken = new Set<string>();
  const keyIn = (draft: Draft, variable: string) => `${fileOf(draft, files)}/${variable}`.toLowerCase();
  for (const draft of knownFirst(drafts)) {
    const variable =
      draft.known?.variable ??
      numbered(
        variableCandidates(draft),
        "",
        (name) => reservedVariables.has(name.toLowerCase()) || taken.has(keyIn(draft, name)),
      );
    taken.add(keyIn(draft, variable));
    variables.set(draft, variable);
  }
  return variables;
}

/** `gpt41`, and `gpt41Mapping` if there is one; a name that begins with a digit, or has no letters, says its kind first. */
function variableCandidates({ spec, title }: Draft): string[] {
  const base = camelName(title);
  return /^[a-z]/.test(base)
    ? [base, `${base}${spec.name}`]
    : [`${lowerFirst(spec.name)}${upperFirst(base)}`];
}

/** The logical names: unique within a kind, because a URN has the kind. */
function logicalNames(drafts: readonly Draft[], titles: ReadonlyMap<string, string>): Map<Draft, string> {
  const names = new Map<Draft, string>();
  const taken = new Set<string>();
  const holders = new Map<string, string>();
  for (const draft of knownFirst(drafts)) {
    const { group, id, known, spec, title } = draft;
    const own = logicalPart(title) || logicalPart(nounOf(spec));
    const holder =
      group === undefined || holdsOthers(draft)
        ? undefined
        : (holders.get(group) ?? logicalPart(titles.get(group) ?? ""));
    const wanted = holder ? `${holder}-${own}` : own;
    const name =
      known?.name ?? numbered([wanted], "-", (each) => marksOf(spec, each).some((mark) => taken.has(mark)));
    for (const mark of marksOf(spec, name)) {
      taken.add(mark);
    }
    if (holdsOthers(draft)) {
      holders.set(id, name);
    }
    names.set(draft, name);
  }
  return names;
}

/** What no other object may have with this name: the name itself, and the keys of the stack's config that are made of it. */
function marksOf(kind: Kind, name: string): string[] {
  const keys = requiredKeys(kind, name).map(({ configKey }) => configKey.toLowerCase());
  return [`${kind.name}/${name.toLowerCase()}`, ...keys];
}

function knownFirst(drafts: readonly Draft[]): Draft[] {
  return [...drafts.filter(({ known }) => known), ...drafts.filter(({ known }) => !known)];
}

/** The first candidate that is free, else the last one with the first free number. */
function numbered(candidates: readonly string[], sign: string, isTaken: (name: string) => boolean): string {
  const last = candidates.at(-1) ?? "";
  const between = sign === "" && /\d$/.test(last) ? "_" : sign;
  let free = candidates.find((candidate) => !isTaken(candidate));
  for (let number = 2; free === undefined; number++) {
    const next = `${last}${between}${number}`;
    free = isTaken(next) ? undefined : next;
  }
  return free;
}

/** What the language, the module system and every program have already. A constant of such a name would fail or mislead. */
const ofTheLanguage =
  "abstract accessor any arguments as asserts async await bigint boolean break case catch class const constructor " +
  "continue debugger declare default delete do else enum eval export extends false finally for from function get global " +
  "if implements import in infer infinity instanceof interface intrinsic is keyof let module namespace nan never new " +
  "null number object of out override package private protected public readonly require return satisfies set static " +
  "string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield " +
  "array atob btoa buffer console crypto date error escape exports fetch function globalthis json map math navigator " +
  "performance process promise prototype proxy queuemicrotask reflect regexp self settimeout setinterval setimmediate " +
  "structuredclone toString unescape url valueof weakmap weakset weakref window document";

/** What the generated files import or declare. */
const ofTheProgram = "config gateway pulumi prompttext readfilesync";

/** Devices of Windows: no file may be called so, whatever its extension. Files of prompts are called like constants. */
const devices =
  "aux con nul prn conin conout com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 " +
  "lpt7 lpt8 lpt9";

/** In lower case. */
export const reservedVariables: ReadonlySet<string> = wordsOf(`${ofTheLanguage} ${ofTheProgram} ${devices}`);

/** Names of files that the project has already, or that no file can have: without their extension, in lower case. */
const reservedFiles: ReadonlySet<string> = wordsOf(`index account prompt-text ${devices}`);

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().split(" "));
}
