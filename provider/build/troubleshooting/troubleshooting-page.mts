import { readdirSync } from "node:fs";
import path from "node:path";
import { blocks, table } from "../reference/markdown.mts";
import { root } from "../sources.mts";
import { type Area, areas } from "./areas.mts";
import { type ShownText, shownTexts } from "./shown-texts.mts";

const head = ["text", "what to do"];

const opening = `After this page you can find the text of an error or a warning, and know what to do. \`…\` stands for what only your run knows: a name, an
id, an answer. Where the text itself says what to do, that is its cure.

Begin with these:

- \`npx workspace-gateway doctor\` says what would make the next \`pulumi up\` fail.
- \`npx workspace-gateway recover\` repairs what a killed run has left: [Recovery](recovery.md).
- An error that the gateway answers has its status and its words. [GatewayError](reference/gateway-error.md) has both for programs.

Not listed are texts of Pulumi, of Node and of the gateway itself; the findings of a review, which [Rules](rules.md) has; and the rows of
\`doctor\`, each of which says what to do.`;

/** What to do about a warning that does not say it. */
const ofWarning = "If you did not mean it, correct the program or the setting. The run goes on.";

const ofValues =
  "These stand behind the name of a property, an argument or a setting. Correct that: [Reference](reference/README.md) and [Configuration](configuration.md) say what it takes.";

/** The page of every text that fails a run or warns, with its cure, out of the places that say them. */
export function troubleshootingPage(): string {
  const texts = shown();
  const said = (as: ShownText["as"]) => texts.filter((each) => each.as === as);
  const errors = areas.flatMap((area) => {
    const rows = rowsOf(
      said("error").filter(({ file }) => areaOf(file) === area),
      area.cure,
    );
    return rows.length === 0 ? [] : [`## ${area.title}`, table(head, rows)];
  });
  const values = [...new Set(said("value").map(({ text }) => `- ${plain(text)}`))].toSorted().join("\n");
  const warnings = table(head, rowsOf(said("warning"), ofWarning));
  const ends = ["## What a value has to be", ofValues, values, "## Warnings", warnings];
  const note =
    "`npm run reference` makes this page from where the texts are said. Change those, not this page.";
  return `${blocks("# Troubleshooting", opening, ...errors, ...ends, note)}\n`;
}

/** Every text that the sources of the packages show. */
export function shown(): ShownText[] {
  return shownTexts(["cli", "provider"].flatMap(sourcesIn));
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

function rowsOf(texts: readonly ShownText[], cure: string): string[][] {
  const rows = new Map(texts.map(({ text }) => [text, partsOf(text)] as const));
  return [...rows.values()]
    .map(([what, todo]) => [plain(what), todo === "" ? cure : plain(todo)])
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

/** What an advice of an error begins with. */
const advice =
  /^(.{5,}?): ((?:add|apply|delete|end|fetch|give|install|leave|make|paste|raise|restore|review|run|set|start|take|use|wait)\b.*)$/;

/** A sentence, perhaps not the second, that tells to do something. */
const order = /^(.{5,}?\.) ((?:Add|Delete|Give|Install|Leave|Run|Set|Take|Wait)\b.*)$/;

/** No advice: what only a run knows, or another sentence of what happened. */
const noAdvice = /^(?:[…\s.]*|(?:Nothing|It|There|This|Pulumi says) .*)$/;

/** What happened, and what the text itself tells to do: its further sentences, or what stands after its colon. */
function partsOf(text: string): [what: string, todo: string] {
  const forms = [/^(.*) What you can do: (.*)$/, /^(.{12,}?\.) (?=[A-Z`-])(.*)$/, advice, order];
  for (const form of forms) {
    const [, what = text, todo = ""] = form.exec(text) ?? [];
    if (!noAdvice.test(todo)) return [what, `${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}`];
  }
  return [text, ""];
}

/** A text of a terminal as Markdown that shows it as it is. */
function plain(text: string): string {
  return text.replaceAll(/[*_<>[\]{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
