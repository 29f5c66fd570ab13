import path from "node:path";

/** A text in quotes that begins as a relative path, also behind a word by which npm names a folder. */
const relative = /["'`](?:file:|link:|portal:)?(\.{1,2}\/[^"'`\n]*)["'`]/g;

const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/**
 * The places that a file of a program may mean: what it imports or reads by a relative path. Of a path that is put together
 * while the program runs, the folder. For each path those that it may be, the likely ones first.
 *
 * @param folders - from where the paths may go out
 */
export function placesNamedIn(text: string, folders: readonly string[]): string[][] {
  return [...text.matchAll(relative)].flatMap(([, named = ""]) => {
    const [fixed = ""] = named.split("${");
    const meant = fixed === named ? named : fixed.slice(0, fixed.lastIndexOf("/") + 1);
    const spelled = [meant, meant.replace(/\.([mc]?)js$/, ".$1ts")];
    return folders.map((folder) =>
      endings.flatMap((ending) => spelled.map((each) => path.resolve(folder, each) + ending)),
    );
  });
}
