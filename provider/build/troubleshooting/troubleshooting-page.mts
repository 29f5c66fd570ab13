import { readdirSync } from "node:fs";
import path from "node:path";
import { blocks, table } from "../reference/markdown.mts";
import { root } from "../sources.mts";
import { type Area, areas } from "./areas.mts";
import { type ThrownText, thrownTexts } from "./thrown-texts.mts";

const opening = `After this page you can find the text of an error, and know what to do. \`…\` stands for what only your run knows: a name, an id, an
answer. Where the text itself says what to do, that is its cure.

Begin with these:

- \`npx workspace-gateway doctor\` says what would make the next \`pulumi up\` fail.
- \`npx workspace-gateway recover\` repairs what a killed run has left: [Recovery](recovery.md).
- An error about one property of a resource names the property, what it is, and what is expected: [Reference](reference/README.md).
- An error that the gateway answers has its status and its words. [GatewayError](reference/gateway-error.md) has both for programs.`;

/** The page of every error text with its cure, out of the places that throw them. */
export function troubleshootingPage(): string {
  const texts = thrown();
  const sections = areas.flatMap((area) => {
    const rows = rowsOf(
      texts.filter(({ file }) => areaOf(file) === area),
      area,
    );
    return rows.length === 0 ? [] : [`## ${area.title}`, table(["text", "what to do"], rows)];
  });
  const note =
    "`npm run reference` makes this page from where the errors are thrown. Change those, not this page.";
  return `${blocks("# Troubleshooting", opening, ...sections, note)}\n`;
}

/** Every text that a source of the packages throws. */
export function thrown(): ThrownText[] {
  return ["cli", "provider"].flatMap(sourcesIn).flatMap(thrownTexts);
}

export function areaOf(file: string): Area | undefined {
  return areas.find(({ folders }) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => !/\/(?:dist|node_modules|build)\//.test(file))
    .toSorted();
}

function rowsOf(texts: readonly ThrownText[], { cure }: Area): string[][] {
  const rows = new Map(texts.map(({ text }) => [text, partsOf(text)] as const));
  return [...rows.values()]
    .map(([what, todo]) => [plain(what), todo === "" ? cure : plain(todo)])
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

/** What an advice of an error begins with. */
const advice =
  /^(.{5,}?): ((?:add|apply|delete|end|fetch|give|install|leave|make|paste|raise|restore|review|run|set|start|take|use|wait)\b.*)$/;

/** What happened, and what the text itself tells to do: its further sentences, or what stands after its colon. */
function partsOf(text: string): [what: string, todo: string] {
  const [, what = text, todo = ""] = /^(.{12,}?\.) (?=[A-Z`-])(.*)$/.exec(text) ?? advice.exec(text) ?? [];
  return /^(?:[…\s.]*|(?:Nothing|It|There) .*)$/.test(todo)
    ? [text, ""]
    : [what, `${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}`];
}

/** A text of a terminal as Markdown that shows it as it is. */
function plain(text: string): string {
  return text.replaceAll(/[*_<>[\]{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
