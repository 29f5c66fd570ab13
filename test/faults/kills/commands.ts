import { readFile } from "node:fs/promises";
import path from "node:path";
import { Console } from "../../e2e/support/console.ts";
import { type Declared, ref, withArgs } from "../../e2e/support/declaration.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { after, before } from "../declared.ts";
import type { Stage } from "../stage.ts";
import type { Frame } from "./plan.ts";

/** A command that is killed, from the stack that it finds to the one that is wanted after it. */
interface KilledCommand {
  /** Brings the stack to where the command begins. */
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
    const workspace = () => gateway.rows("workspaces").find(({ name }) => name === "Support");
    const { id } = gateway.account("member");
    const isMember = gateway
      .rows("members")
      .some((row) => row.user_id === id && row.workspace_id === workspace()?.id);
    const isWanted = objects.some(({ kind }) => kind === "Member");
    if (isMember || !isWanted) return isUp(stage);
    await stage.up({ ends: "failed", failsWith: [/ada|member@example.com/] });
    await stage.repair("the person joins again", () => {
      stage.join(String(workspace()?.id), "member");
    });
    await isUp(stage);
  };
}

/** Runs a command again that was killed. */
async function again(stage: Stage, args: readonly string[]): Promise<number | undefined> {
  return stage.watch(await stage.project.run([...args, "--stack", stage.project.stack], stage.env)).code;
}

const refresh = ["refresh", "--yes", "--skip-preview"];
const destroy = ["destroy", "--yes", "--skip-preview"];
const file = "clicked.json";
const importing = ["import", "--file", file, "--generate-code=false", "--protect=false", "--yes"];

/** What somebody has made in the console, and an import takes into the stack. */
const clicked: readonly Declared[] = ["first", "second", "third"].map((name) => ({
  kind: "Prompt",
  name,
  args: { workspaceId: ref("team"), name, content: "By hand." },
}));

/** Makes the objects, and writes the file of the import, by the command that people use for it. */
async function click(stage: Stage): Promise<void> {
  await isUp(stage);
  const workspace = { id: stage.world.calls.id("workspaces", "Support"), gateway_name: "" };
  const files: { nameTable?: object; resources: object[] }[] = [];
  for (const { kind, name } of clicked) {
    const { id } = await new Console(stage.gateway).prompt(workspace, name, "By hand.");
    stage.foreign.add(id);
    const place = ["--id", id, "--workspace-id", workspace.id, "--out", `${name}.json`];
    const written = await new RunningProcess(
      process.execPath,
      [path.join(paths.root, "cli/dist/main.js"), "import-file", kind, name, ...place],
      { cwd: stage.project.directory, env: { ...stage.project.env, ...stage.env } },
    ).done;
    if (written.code !== 0) throw new Error(`import-file ended with ${written.code}: ${written.output}`);
    files.push(JSON.parse(await readFile(path.join(stage.project.directory, `${name}.json`), "utf8")));
  }
  const nameTable = Object.assign({}, ...files.map((each) => each.nameTable));
  const resources = files.flatMap((each) => each.resources);
  await stage.project.write(file, JSON.stringify({ nameTable, resources }));
}

/** An import that was recorded, and is done again, is refused by pulumi: then it is there. */
async function importedAgain(stage: Stage, objects: readonly Declared[]): Promise<void> {
  await stage.repair("the import again", async () => {
    await again(stage, importing);
  });
  await up(objects)(stage);
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
        const code = await again(stage, refresh);
        if (code !== 0) stage.untrue.push(`the refresh ended with ${code}`);
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
        await stage.repair("the destroy again", async () => {
          const code = await again(stage, destroy);
          if (code !== 0) stage.untrue.push(`the destroy ended with ${code}`);
        });
        await stage.declare([]);
        await isUp(stage); // a program of nothing: the engine makes its own root again
      },
      changed: up(changed),
      "taken back": up(after),
    },
  },
  import: {
    begin: click,
    args: importing,
    end: {
      "as before": (stage) => importedAgain(stage, [...after, ...clicked]),
      changed: (stage) =>
        importedAgain(stage, withArgs([...after, ...clicked], { second: { content: "By program." } })),
      "taken back": up(after),
    },
  },
};
