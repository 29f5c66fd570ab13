import type { Command } from "commander";
import {
  defined,
  didYouMean,
  everyKind,
  howMany,
  isReadable,
  type Json,
  type JsonObject,
  type Kind,
  nounOf,
  plural,
  quoted,
} from "pulumi-workspace-gateway/tools";
import { listed, listedObject } from "../account/objects.js";
import { readSelected, type WorkspaceOptions } from "../account-options.js";
import { gatewayCommand, settingsFor } from "../gateway.js";
import { type LiveObject, nameOf, type Stray } from "../live/live-account.js";
import { readIdentity } from "../login/command.js";
import { maskFor } from "../masking.js";
import {
  colorsOf,
  isForPrograms,
  type OutputOptions,
  resultText,
  tableText,
  withMarkdown,
} from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";
import { masked } from "../text/mask.js";

export function getCommand(terminal: Terminal): Command {
  return gatewayCommand("get", "Show objects on the gateway.", {
    examples: [
      "workspace-gateway get workspaces",
      'workspace-gateway get models --workspace "Support assistant"',
      "workspace-gateway get mapping default --output yaml",
      "workspace-gateway get workflows --output json",
      "workspace-gateway get user",
    ],
    notes:
      "A kind is the name of a class, such as Mapping, in singular or plural. Case is ignored. `workflows` and `user`\n" +
      "have no class. The command changes nothing. The gateway never shows API keys, and other secrets are omitted.",
    formats: withMarkdown,
  })
    .argument("<kind>", "kind of the objects: workspaces, models, mappings, …")
    .argument("[name]", "name or id of one object")
    .option("-w, --workspace <name>", "read only the workspace with this name or id (default: all)")
    .action((kind: string, name: string | undefined, options: WorkspaceOptions & OutputOptions) =>
      getObjects(kind, name, options, terminal),
    );
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly workspace?: string;
  readonly values: JsonObject;
}

async function getObjects(
  word: string,
  name: string | undefined,
  options: WorkspaceOptions & OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const colors = colorsOf(terminal);
  if (word === "user") {
    const { account } = await readIdentity(settingsFor(terminal, options), terminal);
    const user = shownUser(account);
    terminal.out(
      resultText(
        options,
        () => user.values,
        (format) => tableText(tableOf([user], []), colors, format),
      ),
    );
    return;
  }
  const kinds = await everyKind();
  const kind = chosenKind(word, kinds);
  const objects = await readObjects(kind, kinds, options, terminal);
  const found =
    name === undefined
      ? objects
      : objects.filter((each) => [each.id, each.name, each.values.gatewayName].includes(name));
  if (name !== undefined && found.length === 0) {
    const names = objects.map((each) => each.name);
    throw new Error(`no ${wordsFor(kind)} has the name or id ${quoted(name)}.${didYouMean(name, names)}`);
  }
  const shown = masked(found, maskFor(terminal));
  const all = shown.map(({ workspace, id, values }) => ({ ...defined({ workspace }), id, ...values }));
  const facts = name !== undefined && all.length === 1 ? all[0] : all;
  const table = tableOf(shown, kind === "workflows" ? [] : columnsOf(kind));
  terminal.out(
    resultText(
      options,
      () => facts,
      (format) => tableText(table, colors, format),
    ),
  );
  if (!isForPrograms(options)) {
    terminal.note(`${howMany(shown.length, wordsFor(kind))}.`);
  }
}

const wordsFor = (kind: Kind | "workflows") => (kind === "workflows" ? "workflow" : nounOf(kind));

function shownUser(account: Awaited<ReturnType<typeof readIdentity>>["account"]): Shown {
  const { id, username, email } = account;
  return { id: String(id), name: String(username ?? email ?? id), values: defined(account) };
}

function chosenKind(word: string, kinds: readonly Kind[]): Kind | "workflows" {
  const wanted = plain(word);
  if (["workflow", "workflows"].includes(wanted)) {
    return "workflows";
  }
  if (["metric", "metrics"].includes(wanted)) {
    throw new UsageError("metrics have their own command: `workspace-gateway metrics list`.");
  }
  const kind = kinds.find(({ name }) => [plain(name), plain(plural(name))].includes(wanted));
  if (kind === undefined) {
    const names = [...kinds.filter(isReadable).map(({ name }) => name), "workflow", "user"];
    const singular = word.replace(/s$/i, "");
    throw new UsageError(`unknown kind ${quoted(word)}.${didYouMean(singular, names, "The kinds")}`);
  }
  if (!isReadable(kind)) {
    throw new UsageError(`the API cannot return objects of kind ${kind.name}, so there is nothing to show.`);
  }
  return kind;
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[-_ ]/g, "");

async function readObjects(
  kind: Kind | "workflows",
  kinds: readonly Kind[],
  options: WorkspaceOptions,
  terminal: Terminal,
): Promise<Shown[]> {
  const { objects, strays } = await readSelected(options, kinds, terminal, {
    reads: (each) => each === kind,
    strays: kind === "workflows",
  });
  return kind === "workflows"
    ? strays.map(shownStray)
    : objects.filter((each) => each.kind === kind).map(shownObject);
}

function shownObject(object: LiveObject): Shown {
  const { outputs } = listedObject(listed(object));
  return { ...placed(object), values: outputs };
}

function shownStray(stray: Stray): Shown {
  return { ...placed(stray), values: { name: stray.name } };
}

function placed(object: LiveObject | Stray) {
  const { id, holder } = object;
  const name = "kind" in object ? nameOf(object) : object.name;
  return { id, name, ...defined({ workspace: holder && nameOf(holder) }) };
}

/** Up to five inputs with short values, besides the name. */
function columnsOf({ fields, endpoints, naturalKey }: Kind): string[] {
  return [...fields.values()]
    .filter(({ name, local, secret, writeOnly, prose, selects }) => {
      const isInName = [endpoints.parent?.field, naturalKey.at(-1) ?? "name"].includes(name);
      return !(isInName || local || secret || writeOnly || prose || selects);
    })
    .map(({ name }) => name)
    .slice(0, 5);
}

function tableOf(objects: readonly Shown[], columns: readonly string[]) {
  const workspaces = new Set(objects.map(({ workspace }) => workspace));
  const isPlaced = workspaces.size > 1;
  const used = columns.filter((column) => objects.some(({ values }) => isShort(values[column])));
  const head = [
    ...(isPlaced ? ["WORKSPACE"] : []),
    "NAME",
    "ID",
    ...used.map((column) => column.replaceAll(/(?=[A-Z])/g, " ").toUpperCase()),
  ];
  const rows = objects.map(({ workspace = "", name, id, values }) => [
    ...(isPlaced ? [workspace] : []),
    name,
    id,
    ...used.map((column) => textOf(values[column])),
  ]);
  return { columns: head.map(() => ({ widest: 40 })), head, rows };
}

const isShort = (value: Json | undefined) => ["string", "number", "boolean"].includes(typeof value);

const textOf = (value: Json | undefined) => (isShort(value) ? String(value) : value == null ? "–" : "…");
