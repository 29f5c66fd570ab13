import type { Declared } from "./declared.mts";

/** Every exported name, and the page that describes it. */
export class Names {
  readonly all: readonly Declared[];
  readonly #pages: ReadonlyMap<string, string>;

  constructor(all: readonly Declared[]) {
    this.all = all;
    const owners = all.filter(({ is }) => is !== "type");
    const pages = new Map(
      owners.map(({ name, is }) => [name, pathOf((is === "function" && this.readersOf(name)[0]) || name)]),
    );
    // A type that only one page refers to is described on that page.
    const types = all
      .filter(({ is }) => is === "type")
      .map(({ name }): [string, string] => {
        const users = owners.filter((owner) => mentions(owner.code, name));
        const [page, ...others] = new Set(users.map((owner) => pages.get(owner.name)));
        return [name, page === undefined || others.length > 0 ? "types.md" : page];
      });
    this.#pages = new Map([...pages, ...types]);
  }

  get(name: string): Declared | undefined {
    return this.all.find((each) => each.name === name);
  }

  pageOf(name: string): string {
    return this.#pages.get(name) ?? "types.md";
  }

  link(name: string): string {
    const is = this.get(name)?.is;
    const place = is === "class" ? "" : `#${name.toLowerCase()}`;
    return is === undefined ? `\`${name}\`` : `[${name}](${this.pageOf(name)}${place})`;
  }

  /** The text of a comment, with its links as Markdown. */
  linked(text: string): string {
    return text.replace(/\{@link (\w+)\}/g, (_, name: string) => this.link(name));
  }

  /** The types that a text mentions, in the order of the text. */
  typesIn(text: string): string[] {
    const words = new Set(text.match(/\w+/g));
    return [...words].filter((word) => this.get(word)?.is === "type");
  }

  /** The functions that read the objects of a name, without those that return outputs. The singular comes first. */
  readersOf(name: string): string[] {
    const functions = this.all.filter(({ is }) => is === "function").map((each) => each.name);
    const readers = functions.filter((each) => !each.endsWith("Output") && singular(each) === singular(name));
    return [
      ...readers.filter((each) => !each.endsWith("s")),
      ...readers.filter((each) => each.endsWith("s")),
    ];
  }
}

/** What a function or a path names: `getIndexesOutput` → `index`, `/entries` → `/entry`. */
export function singular(name: string): string {
  const noun = name.replace(/^get(?=[A-Z])|Output$/g, "").toLowerCase();
  return noun.replace(/ies$/, "y").replace(/(?<=x|ch|sh|s)es$|s$/, "");
}

function pathOf(name: string): string {
  const page = name.replace(/(?<=[a-z0-9])[A-Z]/g, "-$&").toLowerCase();
  // A site takes a page "index" for the first page of its folder.
  return page === "index" ? "index-class.md" : `${page}.md`;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
