import ts from "typescript";

/** The parts of a doc comment. */
export interface Comment {
  readonly text: string;
  /** Its lines `- Label: text`. */
  readonly bullets: ReadonlyMap<string, string>;
  /** The first of its examples. */
  readonly example: string;
  readonly examples: readonly string[];
  readonly byDefault: string;
}

export function commentOf(node: ts.Node): Comment {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.getText() ?? "";
  const lines = docs.replace(/^\/\*\*|\*\/$/g, "").replace(/^[ \t]*\*? ?/gm, "");
  const [told = "", ...tags] = lines.split(/^@(?=\w)/m);
  const tagged = (name: string) =>
    tags.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length).trim());
  const examples = tagged("example");
  const bullet = /^- ([A-Z][^:]*): (.*)$/;
  const blocks = told.split(/\n\s*\n|\n(?=- )/).map((block) => block.replace(/\s+/g, " ").trim());
  const bullets = blocks.flatMap((block) => {
    const [, label, text] = bullet.exec(block) ?? [];
    return label === undefined || text === undefined ? [] : [[label, text] as const];
  });
  return {
    text: blocks.filter((block) => block !== "" && !bullet.test(block)).join("\n\n"),
    bullets: new Map(bullets),
    example: examples[0] ?? "",
    examples,
    byDefault: tagged("default")[0] ?? "",
  };
}

/** The first sentence. The list of pages shows it. */
export function summaryOf({ text }: Comment): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
