import { spawnSync } from "node:child_process";
import path from "node:path";
import { Command, Option } from "commander";
import { paths } from "../paths.ts";
import { NotAdded, newCommand, newKind, newRule, type Part } from "./part.ts";
import { plannedFiles, writeFiles } from "./planned-files.ts";
import { type RuleOptions, risks } from "./rule-changes.ts";

const program = new Command("npm run new --").description(
  "Write the files of a new part of the project, and name it where the project names its parts.",
);
program
  .command("kind")
  .description(
    "a kind of object: its class, its functions, its part of the reference gateway, its golden data",
  )
  .argument("<Name>", "the name of the class, such as Policy")
  .action((name: string) => add(() => newKind(name)));
program
  .command("command")
  .description("a command of workspace-gateway, with its test")
  .argument("<name>", "what people type, such as audit")
  .action((name: string) => add(() => newCommand(name)));
program
  .command("rule")
  .description("a rule of reviews: of the setup as it will be, and so of the policy pack, too")
  .argument("<name>", "such as budget-too-small")
  .option("--of-changes", "it needs the plan: it finds what a change does", false)
  .option("--refused", "the guard refuses what it finds", false)
  .addOption(new Option("--risk <risk>", "the risk of what it finds").choices(risks).default("medium"))
  .action((name: string, options: RuleOptions) => add(() => newRule(name, options)));
program.parse();

function add(part: () => Part): void {
  try {
    write(part());
  } catch (error) {
    if (!(error instanceof NotAdded)) throw error;
    console.error(`${error.message}. Nothing is written.`);
    process.exitCode = 1;
  }
}

function write(part: Part): void {
  const files = plannedFiles(part, paths.root);
  writeFiles(files, paths.root);
  const biome = path.join(paths.root, "node_modules/@biomejs/biome/bin/biome");
  const sources = [...files.keys()].filter((file) => file.endsWith(".ts"));
  spawnSync(process.execPath, [biome, "check", "--write", ...sources], { cwd: paths.root });
  console.log([...files.keys()].toSorted().join("\n"));
  console.log(`
These files are written or changed. Next:
  npx vitest run test/filled-in.test.ts
                                what is to be filled in, and where
  npm run check                 types, form and unused code
${part.next.map((line) => `  ${line}\n`).join("")}  npm test                      each failing sentence says what is missing and where`);
}
