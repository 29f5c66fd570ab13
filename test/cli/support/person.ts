import path from "node:path";
import { onTestFinished } from "vitest";
import { Console } from "../../e2e/support/console.ts";
import { type Gateway, startGateway, type Variants } from "../../gateway/index.ts";
import { paths } from "../../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";
import { CommandRun } from "./command-run.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The built command line. */
export const program = path.join(paths.root, "cli/dist/main.js");

/** A person at a terminal of their own, and a gateway that they have an app of. */
export interface Person {
  readonly gateway: Gateway;
  readonly clicks: Console;
  readonly home: string;
  /** Where the login is kept. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs the command line in this process; a variable that is undefined is not there. */
  run(args: readonly string[], env?: Variables): Promise<ProcessResult>;
  start(args: readonly string[], env?: Variables): CommandRun;
  /** Runs what is built in a process of its own: for signals, and for what processes share. */
  spawn(args: readonly string[], env?: Variables, cwd?: string): RunningProcess;
  /** Runs `login`, and opens the page that it names. */
  login(args?: readonly string[], env?: Variables): Promise<ProcessResult>;
}

type Variables = Readonly<Record<string, string | undefined>>;

export async function openPerson(variants: Partial<Variants> = {}): Promise<Person> {
  const gateway = await startGateway({ variants: { approve: "owner", ...variants } });
  const home = await temporaryFolder();
  onTestFinished(() => gateway.close());
  const env = {
    HOME: home,
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_CLIENT_ID: gateway.app.clientId,
    WORKSPACE_GATEWAY_CLIENT_SECRET: gateway.app.clientSecret,
  };
  const start: Person["start"] = (args, over = {}) => new CommandRun(args, { ...env, ...over });
  return {
    gateway,
    clicks: new Console(gateway),
    home,
    env,
    file: path.join(home, ".config/workspace-gateway/credentials.json"),
    start,
    spawn: (args, over = {}, cwd = process.cwd()) =>
      new RunningProcess(process.execPath, [program, ...args], { env: { ...env, ...over }, cwd }),
    run: (args, over) => start(args, over).done,
    login: async (args = [], over) => {
      const running = start(["login", "--no-browser", ...args], over);
      await fetch(await pageOf(running));
      return running.done;
    },
  };
}

/** The URL that a person is to open. */
export async function pageOf(running: CommandRun | RunningProcess): Promise<string> {
  const found = /^https?:\S+(?=\n)/m;
  await running.waitFor(found);
  return found.exec(running.output)?.[0] ?? "";
}
