import { classPage, flagWords, type Specs } from "./class-page.mts";
import { summaryOf } from "./comment.mts";
import { type Declared, readDeclarations } from "./declared.mts";
import { blocks, bullets, code, codes, table } from "./markdown.mts";
import { Names } from "./names.mts";

/** Makes the pages of the reference, path → text, from the specs and the published declarations. */
export function reference(specs: Specs, declarations: string): Map<string, string> {
  const declared = readDeclarations(declarations);
  const names = new Names(declared.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const pages = new Map([["README.md", `${indexPage(specs, names)}\n`]]);
  for (const path of new Set(names.all.map(({ name }) => names.pageOf(name)))) {
    const told = names.all.filter(({ name }) => names.pageOf(name) === path);
    const owner = told.find(({ is }) => is === "class");
    const kind = specs.kinds.find(({ name }) => name === owner?.name);
    pages.set(path, `${owner && kind ? classPage(owner, kind, specs, names) : sections(told, names)}\n`);
  }
  return pages;
}

/** A page without a kind: functions and their types, another class, or types that several pages use. */
function sections(told: readonly Declared[], names: Names): string {
  const heads = told
    .filter(({ is, name }) => is !== "type" && !name.endsWith("Output"))
    .map(({ name }) => name);
  const types = told.filter(({ is }) => is === "type");
  const inOrder = [...told.filter(({ is }) => is !== "type"), ...types];
  return blocks(`# ${heads.join(", ") || "Other types"}`, ...inOrder.map((each) => section(each, names)));
}

function section(told: Declared, names: Names): string {
  const { name, is, comment, members } = told;
  const signature = is === "class" || members.length > 0 ? "" : signatureOf(told, names);
  const types = names.typesIn(signature).filter((each) => each !== name);
  const choices = members.filter(({ need }) => need === "choice").map((member) => member.name);
  const needs = { required: "**required**", optional: "not set", choice: `one of ${codes(choices)}` };
  const isTaken = members.some(({ need }) => need !== "required");
  const rows = members.map((member) => [
    code(member.name),
    code(member.type),
    ...(isTaken ? [member.comment.byDefault || needs[member.need]] : []),
    names.linked(member.comment.text),
  ]);
  return blocks(
    is === "class" ? "" : `## ${name}`,
    names.linked(comment.text),
    bullets([...comment.bullets].map(([label, text]) => [label, names.linked(text)])),
    signature === "" ? "" : `\`\`\`ts\n${signature}\n\`\`\``,
    types.length === 0 ? "" : `${types.map((each) => names.link(each)).join(", ")}.`,
    comment.example === "" ? "" : `Example:\n\n${comment.example}`,
    table(["name", "type", ...(isTaken ? ["default"] : []), "meaning"], rows),
  );
}

/** The signature. For `getXOutput` it shows the name of the arguments of `getX`, not their long type. */
function signatureOf({ name, code }: Declared, names: Names): string {
  const [, args = "$&"] = /\bargs\??: (\w+)/.exec(names.get(name.replace(/Output$/, ""))?.code ?? "") ?? [];
  const shown = code.replace(/^export (declare function )?|;$/g, "").replaceAll(" | undefined", "");
  return shown.replace(/(?<=args\??: )\{.*\}/, args);
}

function indexPage({ kinds }: Specs, names: Names): string {
  const isKind = ({ name }: Declared) => kinds.some((kind) => kind.name === name);
  const row = (each: Declared) => [names.link(each.name), names.linked(summaryOf(each.comment))];
  const of = (is: Declared["is"]) => names.all.filter((each) => each.is === is);
  const shared = of("type").filter(({ name }) => names.pageOf(name) === "types.md");
  const others = [...of("class").filter((each) => !isKind(each)), ...shared];
  return blocks(
    "# Reference",
    "`npm run reference` makes these pages from the specs and the comments in the code. Change those, not these pages.",
    table(["class", "what it is"], of("class").filter(isKind).map(row)),
    table(
      ["function", "what it does"],
      of("function")
        .filter(({ name }) => !name.endsWith("Output"))
        .map(row),
    ),
    "Each `getX` has a `getXOutput` on its page. Its arguments may be outputs, and it returns an output.",
    table(["also exported", "what it is"], others.map(row)),
    "## Words",
    "An argument of a class may be an output (`pulumi.Input`), and so may each part of it. If the default is `the gateway's`, the object keeps the value that the gateway has. The class shows this value as an output, as far as the gateway shows it, and it is never a difference. [Lifecycle](../lifecycle.md#kinds) says what happens to an argument that you declare once and then leave out.",
    table(
      ["word", "meaning"],
      flagWords.map(([, word, meaning]) => [`*${word}*`, meaning]),
    ),
  );
}
