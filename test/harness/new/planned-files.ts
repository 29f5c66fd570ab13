import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Change, Edit, NewFile } from "./change.ts";
import { named } from "./names.ts";
import { NotAdded, type Part } from "./part.ts";

const templates = path.join(import.meta.dirname, "templates");

/** Every file that a part adds or changes, by its path, as it will be. Throws if anything is in the way. */
export function plannedFiles({ names, changes, exported }: Part, root: string): Map<string, string> {
  const files = new Map<string, string>();
  const placed = changes.map((change): Change => ({ ...change, file: named(change.file, names) }));
  refuseTaken(root, placed.filter(isNew), exported);
  for (const change of placed) {
    if (isNew(change)) {
      const text = readFileSync(path.join(templates, change.template), "utf8");
      files.set(change.file, named(text, names));
      continue;
    }
    const edit = { ...change, put: (found: string) => named(change.put(found), names) };
    const text = files.get(change.file) ?? readFileSync(path.join(root, change.file), "utf8");
    files.set(change.file, edited(edit, text));
  }
  return files;
}

export function writeFiles(files: ReadonlyMap<string, string>, root: string): void {
  for (const [file, text] of files) {
    const at = path.join(root, file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
}

function isNew(change: Change): change is NewFile {
  return "template" in change;
}

function edited({ file, at, put, sorted }: Edit, text: string): string {
  const added = put("").trim();
  if (text.includes(added)) throw new NotAdded(`${file} has ${added} already`);
  const found = [...text.matchAll(new RegExp(at, `${at.flags}g`))];
  const [first, ...more] = found;
  if (first === undefined || more.length > 0) {
    throw new NotAdded(
      `${file} has ${found.length} places for what is to be put in, and it must be one: ${at}. Correct it in test/harness/new`,
    );
  }
  const there = sorted ? inOrder(put(first[0])) : put(first[0]);
  return `${text.slice(0, first.index)}${there}${text.slice(first.index + first[0].length)}`;
}

/** Rows of a table, in the order of what their first code span says. */
function inOrder(rows: string): string {
  const key = (row: string) => row.split("`")[1] ?? "";
  const sorted = rows
    .trimEnd()
    .split("\n")
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return `${sorted.join("\n")}\n`;
}

/** In the provider no two files have one name, but those that are the face of their folder, and no two exports. */
function refuseTaken(root: string, files: readonly NewFile[], exported: readonly string[]): void {
  const there = sourcesOf(root);
  for (const { file } of files) {
    const name = path.posix.basename(file);
    const other = there.find((each) => path.posix.basename(each) === name && name !== "command.ts");
    if (existsSync(path.join(root, file)) || (other !== undefined && /^(provider|cli)\//.test(file))) {
      throw new NotAdded(`${file} cannot be written: there is ${other ?? file} already`);
    }
  }
  const names = new RegExp(
    `^export (?:abstract )?(?:const|class|interface|type|(?:async )?function) (${exported.join("|")})\\b`,
    "m",
  );
  for (const file of there) {
    const name = names.exec(readFileSync(path.join(root, file), "utf8"))?.[1];
    if (name !== undefined) throw new NotAdded(`the name ${name} is taken: ${file} exports it`);
  }
}

function sourcesOf(root: string): string[] {
  return ["provider", "cli"]
    .filter((top) => existsSync(path.join(root, top)))
    .flatMap((top) =>
      readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" }).map(
        (file) => `${top}/${file.replaceAll(path.sep, "/")}`,
      ),
    )
    .filter((file) => file.endsWith(".ts") && !/\/(dist|node_modules|build)\//.test(file));
}
