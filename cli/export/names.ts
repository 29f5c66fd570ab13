import {
  defined,
  type Field,
  holdsKinds,
  type Imported,
  type Kind,
  nounOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { depthOf, shownName } from "../account/match-accounts.js";
import { nameOf } from "../live/live-account.js";
import { compareKeys } from "../text/words.js";
import type { ExportInput, KnownObject, RequiredKey } from "./exported-program.js";

export type NamedObject = ReturnType<typeof nameObjects>["named"][number];

const accountFile = "account.ts";

/** The order of the lists does not matter, because objects are sorted by reference, name and id. */
export function nameObjects(input: ExportInput) {
  const unsorted = draftsOf(input);
  const titles = titlesOf(input, unsorted);
  const drafts = inOrder(unsorted, input.kinds, titles);
  const files = input.oneFile ? new Map<string, string>() : filesOf(drafts, titles);
  const variables = variablesOf(drafts, files);
  const names = logicalNames(drafts, titles);
  const named = drafts.map((draft) => ({
    ...draft,
    name: names.get(draft) ?? "",
    variable: variables.get(draft) ?? "",
    file: fileOf(draft, files),
  }));
  return { named, titles };
}

function fileOf({ group }: Draft, files: ReadonlyMap<string, string>): string {
  return group === undefined ? accountFile : (files.get(group) ?? accountFile);
}

function filesOf(drafts: readonly Draft[], titles: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map<string, string>();
  const taken = new Set<string>();
  const groups = new Set(drafts.flatMap(({ group }) => group ?? []));
  const keyOf = (group: string) => JSON.stringify([titles.get(group) ?? "", group]);
  for (const group of [...groups].sort((a, b) => compareKeys([keyOf(a)], [keyOf(b)]))) {
    const stem = fileName(titles.get(group) ?? "") || "workspace";
    const free = numbered([stem], "-", (name) => taken.has(name) || reservedFiles.has(name));
    taken.add(free);
    files.set(group, `${free}.ts`);
  }
  return files;
}

/** Constants are unique in their file, ignoring case. */
function variablesOf(drafts: readonly Draft[], files: ReadonlyMap<string, string>): Map<Draft, string> {
  const variables = new Map<Draft, string>();
  const taken = new Set<string>();
  const keyIn = (draft: Draft, variable: string) => `${fileOf(draft, files)}/${variable}`.toLowerCase();
  for (const draft of knownFirst(drafts)) {
    const isTaken = (name: string) =>
      reservedVariables.has(name.toLowerCase()) || taken.has(keyIn(draft, name));
    const variable = draft.known?.variable ?? numbered(variableCandidates(draft), "", isTaken);
    taken.add(keyIn(draft, variable));
    variables.set(draft, variable);
  }
  return variables;
}

/** `gpt41`, or `gpt41Mapping` if taken. */
function variableCandidates({ spec, title }: Draft): string[] {
  const base = camelName(title);
  return /^[a-z]/.test(base)
    ? [base, `${base}${spec.name}`]
    : [`${lowerFirst(spec.name)}${upperFirst(base)}`];
}

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

/** Using a name also reserves the config keys that are derived from it. */
function marksOf(kind: Kind, name: string): string[] {
  const keys = requiredKeys(kind, name).map(({ configKey }) => configKey.toLowerCase());
  return [`${kind.name}/${name.toLowerCase()}`, ...keys];
}

function knownFirst(drafts: readonly Draft[]): Draft[] {
  return [...drafts.filter(({ known }) => known), ...drafts.filter(({ known }) => !known)];
}

export function numbered(
  candidates: readonly string[],
  sign: string,
  isTaken: (name: string) => boolean,
): string {
  const last = candidates.at(-1) ?? "";
  const between = sign === "" && /\d$/.test(last) ? "_" : sign;
  let free = candidates.find((candidate) => !isTaken(candidate));
  for (let number = 2; free === undefined; number++) {
    const next = `${last}${between}${number}`;
    free = isTaken(next) ? undefined : next;
  }
  return free;
}

/** Keywords and globals. A constant with such a name would cause an error or be misleading. */
const ofTheLanguage =
  "abstract accessor any arguments as asserts async await bigint boolean break case catch class const constructor " +
  "continue debugger declare default delete do else enum eval export extends false finally for from function get global " +
  "if implements import in infer infinity instanceof interface intrinsic is keyof let module namespace nan never new " +
  "null number object of out override package private protected public readonly require return satisfies set static " +
  "string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield " +
  "array atob btoa buffer console crypto date error escape exports fetch function globalthis json map math navigator " +
  "performance process promise prototype proxy queuemicrotask reflect regexp self settimeout setinterval setimmediate " +
  "structuredclone toString unescape url valueof weakmap weakset weakref window document";

const ofTheProgram = "config gateway pulumi prompttext readfilesync";

/** Windows forbids these file names with any extension. Prompt files are named after constants. */
const devices =
  "aux con nul prn conin conout com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 " +
  "lpt7 lpt8 lpt9";

export const reservedVariables: ReadonlySet<string> = wordsOf(`${ofTheLanguage} ${ofTheProgram} ${devices}`);

/** Names that the project already uses or that no file can have, in lowercase and without an extension. */
const reservedFiles: ReadonlySet<string> = wordsOf(`index account prompt-text ${devices}`);

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().split(" "));
}

/** Fields that the gateway never shows but that an update can send, so a program can declare them. */
export function keyFields({ fields, endpoints }: Kind): Field[] {
  return [...fields.values()].filter(
    ({ secret, writeOnly, replace }) => secret && writeOnly && !replace && endpoints.patch !== undefined,
  );
}

export function keyOf(field: Field, name: string): string {
  return `${camelOf(name)}${upperFirst(field.name)}`;
}

export function requiredKeys(kind: Kind, name: string): RequiredKey[] {
  return keyFields(kind).map((field) => ({
    configKey: keyOf(field, name),
    name,
    kind: kind.name,
    property: field.name,
  }));
}

const longestIdentifier = 40;
const longestPart = 48;

/** Drops the parts that only machines need: the scheme of a URL, and the host of an email address. */
function spoken(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(www\.)?/i, "")
    .replace(/^([^@\s]+)@[^@\s]+\.[^@\s]+$/, "$1");
}

/** All keyboards and file systems support digits and Latin letters without diacritics. */
function plainWords(title: string): string[] {
  const plain = spoken(title).normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.match(/[A-Za-z0-9]+/g) ?? [];
}

/** `Support assistant` → `supportAssistant`. Empty if the name has no Latin letters or digits. */
export function camelName(title: string): string {
  return camel(withinLength(plainWords(title), longestIdentifier));
}

/** Like `camelName`, but with letters of all scripts. */
function camelOf(name: string): string {
  return camel(name.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
}

function camel(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
}

/** `Support assistant` → `support-assistant`. Empty if the name has no Latin letters or digits. */
export function fileName(title: string): string {
  return withinLength(plainWords(title), longestIdentifier).join("-").toLowerCase();
}

/** `houseRules` → `house-rules`. Variables that differ in more than case never produce the same text. */
export function dashed(variable: string): string {
  return variable.replace(/(?<=[a-z0-9])[A-Z]/g, "-$&").toLowerCase();
}

/** Letters and digits of all scripts, and `.`, `_`, `-`. */
export function logicalPart(title: string): string {
  const words = spoken(title)
    .toLowerCase()
    .normalize("NFC")
    .match(/[\p{L}\p{N}\p{M}]+(?:[._][\p{L}\p{N}\p{M}]+)*/gu);
  return withinLength(words ?? [], longestPart).join("-");
}

/** The first word is truncated if it does not fit on its own. */
function withinLength(words: readonly string[], most: number): string[] {
  const fitting: string[] = [];
  let length = 0;
  for (const word of words) {
    const room = most - length;
    if (word.length > room) {
      const cut = word.slice(0, room).toWellFormed();
      return fitting.length === 0 ? [cut.replace(/\ufffd$/, "")] : fitting;
    }
    fitting.push(word);
    length += word.length + 1;
  }
  return fitting;
}

/** `ModelProvider` → `modelProvider`, `GPT` → `gpt`, `LLaMA` → `llama`. */
function lowerFirst(word: string): string {
  return /^\p{Lu}{2}/u.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An object before it is named: an object to declare (`imported`), or a `known` object. */
interface Draft extends AccountObject {
  readonly spec: Kind;
  readonly id: string;
  /** The id of the object's workspace, or its own id if it is a workspace. Undefined at account level. */
  readonly group?: string;
  /** The object's name on the gateway. Empty if it has no name. */
  readonly title: string;
  readonly imported?: Imported;
  readonly known?: KnownObject;
}

function draftsOf({ objects, known = [], kinds }: ExportInput): Draft[] {
  return [
    ...objects.flatMap((each) => {
      if ("why" in each) {
        return [];
      }
      const { object, imported } = each;
      return [{ ...draftOf(kinds, object.kind, object.id, imported), imported }];
    }),
    ...known.map((each) => ({ ...draftOf(kinds, each.kind, each.id, each), known: each })),
  ];
}

function draftOf(
  kinds: readonly Kind[],
  spec: Kind,
  id: string,
  { declared, outputs }: { readonly declared: Values; readonly outputs: Values },
): Draft {
  const { parent } = spec.endpoints;
  const group =
    parent === undefined ? (holdsKinds(spec, kinds) ? id : undefined) : String(declared[parent.field]);
  const object = { kind: spec.name, urn: `${spec.name} ${id}`, name: "", id, inputs: declared, outputs };
  const title = shownName(object, spec);
  return { ...object, spec, title: typeof title === "string" ? title : "", ...defined({ group }) };
}

function holdsOthers({ group, spec }: Draft): boolean {
  return group !== undefined && spec.endpoints.parent === undefined;
}

/** Prefers declared names over those on the gateway. */
function titlesOf({ objects }: ExportInput, drafts: readonly Draft[]): Map<string, string> {
  const holders = objects.flatMap(({ object: { holder } }) => holder ?? []);
  return new Map([
    ...holders.map((holder) => [holder.id, nameOf(holder)] as const),
    ...drafts.filter(holdsOthers).map(({ id, title }) => [id, title] as const),
  ]);
}

function inOrder(
  drafts: readonly Draft[],
  kinds: readonly Kind[],
  titles: ReadonlyMap<string, string>,
): Draft[] {
  return drafts
    .map((draft) => {
      const { spec, group = "", title, id } = draft;
      return { draft, key: [depthOf(spec, kinds), spec.name, titles.get(group) ?? "", group, title, id] };
    })
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ draft }) => draft);
}
