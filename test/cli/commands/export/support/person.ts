import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { expect } from "vitest";

/** What a person does with the lines that an export prints for a file that they have edited. */
export async function paste(
  folder: string,
  pastes: readonly { path: string; text: string }[],
): Promise<void> {
  for (const { path: file, text } of pastes) {
    const at = path.join(folder, file);
    if (!file.endsWith(".ts")) {
      await writeFile(at, text);
      continue;
    }
    let program = await readFile(at, "utf8").catch(() => "");
    const others: string[] = [];
    for (const block of text.split("\n\n")) {
      const [first = "", ...lines] = block.split("\n");
      const [, kind = "", name = ""] = /^\/\/ In new gateway\.(\w+)\((".*"), …\):$/.exec(first) ?? [];
      if (kind === "") {
        const [, constant = "", head = ""] = /^\/\/ Put `(.*)` before `(.*)`\.$/.exec(first) ?? [];
        program = constant === "" ? program : program.replace(head, `${constant}${head}`);
        others.push(block);
      } else {
        for (const line of lines) program = withLine(program, kind, JSON.parse(name), line);
      }
    }
    const isImport = (block: string) => block.startsWith("import ");
    const [imports, rest] = [others.filter(isImport), others.filter((block) => !isImport(block))];
    await writeFile(at, [...imports, program, ...rest].join("\n"));
  }
}

/** The program with a line such as `position: 2,` or `// without position` in the arguments of a declaration. */
function withLine(program: string, kind: string, name: string, line: string): string {
  const source = ts.createSourceFile("x.ts", program, ts.ScriptTarget.ES2024);
  const [, taken = "", key = taken] = /^(?:\/\/ without (\w+)|(\w+):)/.exec(line) ?? [];
  let result: string | undefined;
  const look = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(source).endsWith(`.${kind}`)) {
      const [title, args] = node.arguments ?? [];
      if (
        title &&
        ts.isStringLiteral(title) &&
        title.text === name &&
        args &&
        ts.isObjectLiteralExpression(args)
      ) {
        const old = args.properties.find((property) => property.name?.getText(source) === key);
        const start = old?.getStart(source) ?? args.end - 1;
        const rest = program.slice(old?.end ?? start).replace(old === undefined ? "" : /^,/, "");
        const before = program.slice(0, start).trimEnd();
        const comma = old !== undefined || /[,{]$/.test(before) ? "" : ",";
        result = `${program.slice(0, start).trimEnd()}${comma} ${taken === "" ? line : ""}${rest}`;
      }
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return result ?? expect.unreachable(`no ${kind} ${name} in the program`);
}
