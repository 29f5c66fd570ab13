import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Command } from "commander";
import { didYouMean, everyKind, type Field, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { exitCodeHelp, plainCommand } from "../gateway.js";
import { type Colors, colorsOf } from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";

export function explainCommand(terminal: Terminal): Command {
  return plainCommand("explain", "Explain a kind or one of its properties.", {
    examples: [
      "workspace-gateway explain",
      "workspace-gateway explain Model",
      "workspace-gateway explain Model.inputCost",
    ],
    notes:
      "Shows each property's type and default, the effect of a change, and what a review reports about it. Sends nothing.",
  })
    .addHelpText("after", exitCodeHelp())
    .argument(
      "[kind[.property]]",
      "a class in the package, optionally with a property of the class (default: list the kinds)",
    )
    .action((wanted: string | undefined) => explain(wanted, terminal));
}

const property = z.object({
  type: z.string().optional(),
  items: z.object({ type: z.string().optional() }).optional(),
  description: z.string().optional(),
});

const schema = z.object({
  resources: z.record(
    z.string(),
    z.object({
      description: z.string(),
      properties: z.record(z.string(), property).optional(),
      inputProperties: z.record(z.string(), property),
      requiredInputs: z.array(z.string()).optional(),
    }),
  ),
});

async function explain(wanted: string | undefined, terminal: Terminal): Promise<void> {
  const kinds = await everyKind();
  const resources = readSchema();
  if (wanted === undefined) {
    for (const { name } of kinds) {
      const [first = ""] = (resources[tokenOf(name)]?.description ?? "").split("\n");
      terminal.out(`${name.padEnd(14)} ${first}`);
    }
    return;
  }
  const [kindWord = "", propertyWord, ...rest] = wanted.split(".");
  if (rest.length > 0) {
    throw new UsageError("name a kind, or a kind and one of its properties, such as Model.inputCost.");
  }
  const kind = byName(kinds, kindWord, ({ name }) => name, "kind", "The kinds");
  const {
    description = "",
    properties = {},
    inputProperties = {},
    requiredInputs = [],
  } = resources[tokenOf(kind.name)] ?? {};
  const inputs = [...kind.fields.values()];
  const outputs = [...kind.outputFields.values()];
  const colors = colorsOf(terminal);
  const describe = (field: Field) => {
    const { name } = field;
    const change = inputs.includes(field)
      ? [changeText(field), ...dangerLines(field)]
      : ["The gateway sets this value."];
    return propertyText(
      name,
      inputProperties[name] ?? properties[name] ?? {},
      requiredInputs.includes(name),
      change,
      colors,
    );
  };
  if (propertyWord !== undefined) {
    const all = [...inputs, ...outputs];
    terminal.out(
      describe(byName(all, propertyWord, ({ name }) => name, `property of ${kind.name}`, "The properties")),
    );
    return;
  }
  const [about = ""] = description.split("\n\n{{% examples %}}");
  terminal.out(`${colors.bold(kind.name)}\n\n${plainText(about)}\n\n${colors.bold("Properties")}\n`);
  terminal.out(inputs.map(describe).join("\n\n"));
  if (outputs.length > 0) {
    terminal.out(`\n${colors.bold("Outputs")}\n\n${outputs.map(describe).join("\n\n")}`);
  }
}

function readSchema(): z.infer<typeof schema>["resources"] {
  const manifest = createRequire(__filename).resolve("pulumi-workspace-gateway/package.json");
  const file = path.join(path.dirname(manifest), "dist/plugin/schema.json");
  return schema.parse(JSON.parse(readFileSync(file, "utf8"))).resources;
}

const tokenOf = (name: string) => `workspace-gateway:index:${name}`;

function byName<T>(
  all: readonly T[],
  word: string,
  nameOf: (each: T) => string,
  what: string,
  list: string,
): T {
  const found = all.find((each) => nameOf(each).toLowerCase() === word.toLowerCase());
  if (found === undefined) {
    throw new UsageError(`unknown ${what} ${quoted(word)}.${didYouMean(word, all.map(nameOf), list)}`);
  }
  return found;
}

function propertyText(
  name: string,
  { type, items, description = "" }: z.infer<typeof property>,
  isRequired: boolean,
  change: readonly string[],
  { bold, dim }: Colors,
): string {
  const typeText = type === "array" ? `list of ${items?.type ?? "objects"}` : (type ?? "object");
  const lines = [plainText(description), ...change];
  return `  ${bold(name)}  ${dim(`(${typeText}${isRequired ? ", required" : ""})`)}\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

function changeText({ replace, local, writeOnly, secret }: Field): string {
  const change = replace
    ? "replaces the object"
    : local
      ? "changes only the state: nothing is sent to the gateway"
      : "updates the object";
  const more = [
    ...(secret ? ["The value is encrypted in the state and never printed."] : []),
    ...(writeOnly ? ["The gateway never shows the value, so drift cannot be detected."] : []),
  ];
  return [`A change ${change}.`, ...more].join(" ");
}

function dangerLines({ danger = [] }: Field): string[] {
  const lines = danger.map(({ rule, level, says, over }) => {
    const more = over === undefined ? "" : `, ${over[1]} above ${over[0]}%`;
    return `Review: ${rule} (${level}${more}), if the object ${says}.`;
  });
  return [...new Set(lines)];
}

/** Converts Markdown for a terminal. Drops sentences about changes, because changes have a separate line. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll("**", "")
    .replaceAll(/ ?A change (?:replaces the object|[^.]*without a request)\./g, "")
    .trim();
}
