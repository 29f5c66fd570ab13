import { readFile } from "node:fs/promises";
import path from "node:path";
import { runCommand } from "../../e2e/support/command.ts";
import { Console } from "../../e2e/support/console.ts";
import { type Declared, withArgs } from "../../e2e/support/declaration.ts";
import { prompt } from "../../e2e/support/objects.ts";
import { after, before } from "../declared.ts";
import type { Stage } from "../stage.ts";
import type { Frame } from "./plan.ts";

/** A command that is killed, from the stack that it finds to the one that is wanted after it. */
interface KilledCommand {
  begin(stage: Stage): Promise<void>;
  readonly args: readonly string[];
  /** What is done once all is recovered: with the program as it was, with another one, or without what was begun. */
  readonly end: Readonly<Record<Frame["next"], (stage: Stage) => Promise<void>>>;
}

const changed = withArgs(after, {
  tone: { content: "Be kind." },
  gpt: { displayName: "GPT, large" },
  default: { enabled: false },
  standard: { description: "Changed after a kill" },
});

async function isUp(stage: Stage): Promise<void> {
  await stage.up({ ends: "done" });
}

/** Declares this, and brings it up; whoever is declared a member has to be one, also where a destroy has ended that. */
function up(objects: readonly Declared[]) {
  return async (stage: Stage): Promise<void> => {
    await stage.declare(objects);
    const { gateway } = stage;
    const workspaceId = () => gateway.rows("workspaces").find(({ name }) => name === "Support")?.id;
    const { id } = gateway.account("member");
    const own = gateway.rows("members").filter((row) => row.user_id === id);
    const isMember = own.some((row) => row.workspace_id === workspaceId());
    if (!isMember && objects.some(({ kind }) => kind === "Member")) {
      await stage.up({ ends: "failed", failsWith: [/ada|member@example.com/] });
      await stage.repair("the person joins again", () => stage.join(String(workspaceId()), "member"));
    }
    await isUp(stage);
  };
}

/** Runs a command again that was killed. An import that was recorded is refused by pulumi. */
async function again(stage: Stage, args: readonly string[]): Promise<void> {
  const { project, env } = stage;
  const { code } = stage.watch(await project.run([...args, "--stack", project.stack], env));
  if (code !== 0 && args !== importing) stage.untrue.push(`the ${args[0]} ended with ${code}`);
}

const refresh = ["refresh", "--yes", "--skip-preview"];
const destroy = ["destroy", "--yes", "--skip-preview"];
const file = "clicked.json";
const importing = ["import", "--file", file, "--generate-code=false", "--protect=false", "--yes"];

/** What somebody has made in the console, and an import takes into the stack. */
const clicked = ["first", "second", "third"].map((name) => prompt(name, { content: "By hand." }));

/** Makes the objects, and writes the file of the import, by the command that people use for it. */
async function click(stage: Stage): Promise<void> {
  await isUp(stage);
  const workspace = { id: stage.world.calls.id("workspaces", "Support"), gateway_name: "" };
  const nameTable = {};
  const resources: object[] = [];
  for (const { kind, name } of clicked) {
    const { id } = await new Console(stage.gateway).prompt(workspace, name, "By hand.");
    stage.foreign.add(id);
    const place = ["--id", id, "--workspace-id", workspace.id, "--out", `${name}.json`];
    const written = await runCommand(stage, ["import-file", kind, name, ...place]);
    if (written.code !== 0) throw new Error(`import-file ended with ${written.code}: ${written.output}`);
    const text = await readFile(path.join(stage.project.directory, `${name}.json`), "utf8");
    const entry: { nameTable?: object; resources: object[] } = JSON.parse(text);
    Object.assign(nameTable, entry.nameTable);
    resources.push(...entry.resources);
  }
  await stage.project.write(file, JSON.stringify({ nameTable, resources }));
}

/** The import is done again, by a program that declares what it takes in. */
function imported(objects: readonly Declared[]) {
  return async (stage: Stage): Promise<void> => {
    await stage.repair("the import again", () => again(stage, importing));
    await up(objects)(stage);
  };
}

export const killed: Readonly<Record<Frame["command"], KilledCommand>> = {
  up: {
    begin: async () => {},
    args: ["up", "--yes", "--skip-preview"],
    end: { "as before": up(after), changed: up(changed), "taken back": up(before) },
  },
  refresh: {
    begin: isUp,
    args: refresh,
    end: {
      "as before": async (stage) => {
        await again(stage, refresh);
        await up(after)(stage);
      },
      changed: up(changed),
      "taken back": up(before),
    },
  },
  destroy: {
    begin: async (stage) => {
      for (const kind of ["Invitation", "GatewayKey"]) stage.givenUp.add(kind);
      await isUp(stage);
    },
    args: destroy,
    end: {
      "as before": async (stage) => {
        await stage.repair("the destroy again", () => again(stage, destroy));
        await up([])(stage); // a program of nothing: the engine makes its own root again
      },
      changed: up(changed),
      "taken back": up(after),
    },
  },
  import: {
    begin: click,
    args: importing,
    end: {
      "as before": imported([...after, ...clicked]),
      changed: imported(withArgs([...after, ...clicked], { second: { content: "By program." } })),
      "taken back": up(after),
    },
  },
};
