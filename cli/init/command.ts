import { existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { spawn } from "cross-spawn";
import { shellWord } from "pulumi-workspace-gateway/tools";
import { parseDocument } from "yaml";
import { z } from "zod";
import { createWhole, type NewFile, onSignals, writeWhole } from "../files.js";
import { exitCodeHelp, plainCommand } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";

export function initCommand(terminal: Terminal): Command {
  return plainCommand(
    "init",
    "Create a project: a program, a guard, expectations and rules for coding agents.",
    {
      examples: [
        "workspace-gateway init my-gateway --emulator   # try it without an account",
        "workspace-gateway init my-gateway",
      ],
      notes:
        "With --emulator, the command also installs the packages, starts the emulator in the background, and creates a stack\n" +
        "with made-up keys. `.env`, which Git ignores, contains the address and passphrase that `npm run` uses.",
    },
  )
    .addHelpText("after", exitCodeHelp())
    .argument("[folder]", "new or empty folder", ".")
    .option("--emulator", "also start an emulator and create a stack for it")
    .action((folder: string, options: { emulator?: true }) => init(path.resolve(folder), options, terminal));
}

async function init(folder: string, options: { emulator?: true }, terminal: Terminal): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).some((file) => file !== ".git")) {
    throw new UsageError(`${folder} is not empty. Choose a new folder.`);
  }
  if (options.emulator) {
    refuseOtherSettings(terminal);
  }
  const shown = path.relative(process.cwd(), folder);
  const port = options.emulator ? await freePort(8080) : 8080;
  const files = projectFiles(projectName(folder), port);
  const env = options.emulator ? emulatorEnv(port) : placeholders;
  await createWhole(files.map(({ path: file, text }) => ({ path: path.join(folder, file), text })));
  await writeWhole(path.join(folder, ".env"), env, 0o600);
  terminal.note(`Created ${shown || "."}: ${files.map((file) => file.path).join(", ")}, .env`);
  if (options.emulator) {
    await startWithEmulator(folder, port, terminal);
  } else {
    terminal.note("\nSet the gateway's address and a token in .env. Then run:\n");
  }
  const keys = Object.keys(secrets).map((key) => `npm run pulumi -- config set --secret ${key}`);
  const steps = options.emulator ? [] : ["npm install", "npm run pulumi -- stack init dev", ...keys];
  for (const step of [...(shown === "" ? [] : [`cd ${shellWord(shown)}`]), ...steps, "npm run up"]) {
    terminal.note(`  ${step}`);
  }
}

/** Exported variables take precedence over `.env`, so the demo would use a different gateway or backend. */
function refuseOtherSettings({ env }: Terminal): void {
  const others = Object.keys(env).filter((name) =>
    /^(?:WORKSPACE_GATEWAY_.*|PULUMI_(?:BACKEND_URL|CONFIG_PASSPHRASE(?:_FILE)?))$/.test(name),
  );
  if (others.length > 0) {
    throw new UsageError(
      `${others.join(", ")} would take precedence over the emulator's settings in .env. Unset these variables, and try again.`,
    );
  }
}

/** Pulumi accepts letters, digits, `.`, `_` and `-`. npm does not accept uppercase letters. */
function projectName(folder: string): string {
  const words = path
    .basename(folder)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["gateway"];
  return words.join("-");
}

const packageRoot = path.dirname(createRequire(__filename).resolve("workspace-gateway/package.json"));

/** The newest Pulumi version whose npm package downloads the CLI. */
const pulumiVersion = "3.265.0";

/** npm does not publish `.gitignore`, so it has a different name in the template. */
function projectFiles(name: string, port: number): NewFile[] {
  const template = path.join(packageRoot, "dist/template");
  return readdirSync(template).map((file) => {
    const text = readFileSync(path.join(template, file), "utf8");
    switch (file) {
      case "gitignore":
        return { path: ".gitignore", text };
      case "package.json":
        return { path: file, text: manifest(text, name, port) };
      case "Pulumi.yaml": {
        const project = parseDocument(text);
        project.delete("template");
        project.set("name", name);
        return { path: file, text: project.toString() };
      }
      default:
        return { path: file, text };
    }
  });
}

const templateManifest = z.looseObject({
  devDependencies: z.record(z.string(), z.string()),
});

/** With Pulumi's npm package and `.env`, the scripts need neither other tools nor exported variables. */
function manifest(text: string, name: string, port: number): string {
  const template = templateManifest.parse(JSON.parse(text));
  const inEnv = (script: string) => `node --env-file-if-exists=.env node_modules/${script}`;
  const scripts = {
    emulator: ["workspace-gateway-emulator", ...emulatorArgs(port)].join(" "),
    "emulator:stop": `workspace-gateway-emulator stop --port ${port}`,
    pulumi: inEnv("pulumi/run.js"),
    up: inEnv("pulumi/run.js up"),
    review: inEnv("workspace-gateway/bin.js review --guard"),
    check: inEnv("workspace-gateway/bin.js check"),
    gateway: inEnv("workspace-gateway/bin.js"),
  };
  const devDependencies = { pulumi: pulumiVersion, ...template.devDependencies };
  return `${JSON.stringify({ ...template, name, scripts, devDependencies }, undefined, 2)}\n`;
}

const emulatorArgs = (port: number) => ["--port", String(port), "--token", "try-it", "--db", "emulator.db"];

const placeholders = `# Settings for \`npm run\`. Git ignores this file.
WORKSPACE_GATEWAY_BASE_URL=https://gateway.example.com/api/v1
WORKSPACE_GATEWAY_ACCESS_TOKEN=the-token
`;

/** Nothing here is secret: the emulator accepts only local connections, and the keys are made up. */
const emulatorEnv = (port: number) => `# Settings for \`npm run\`. Git ignores this file.
# For the emulator only: before you set a real key, create another stack with your own passphrase.
WORKSPACE_GATEWAY_BASE_URL=http://127.0.0.1:${port}/api/v1
WORKSPACE_GATEWAY_ACCESS_TOKEN=try-it
PULUMI_BACKEND_URL=file://.
PULUMI_CONFIG_PASSPHRASE=try-it
`;

/** Made-up keys are enough, because the emulator never calls a model provider. */
const secrets = { openaiApiKey: "sk-made-up-openai", deepseekApiKey: "sk-made-up-deepseek" };

async function startWithEmulator(folder: string, port: number, terminal: Terminal): Promise<void> {
  const run = (command: string, args: readonly string[]) => runIn(folder, command, args, terminal);
  terminal.progress("Installing the packages …");
  await run("npm", ["install", "--no-audit", "--no-fund"]);
  terminal.progress("Creating the stack dev …");
  const pulumi = ["--env-file=.env", "node_modules/pulumi/run.js"];
  await run(process.execPath, [...pulumi, "stack", "init", "dev"]);
  for (const [key, value] of Object.entries(secrets)) {
    await run(process.execPath, [...pulumi, "config", "set", "--secret", key, value]);
  }
  // The emulator starts last, so that it does not keep running after a failure.
  terminal.progress("Starting the emulator …");
  await startEmulator(folder, port);
  terminal.note(
    `Started the emulator on port ${port}. \`npm run emulator:stop\` stops it, and \`npm run emulator\` starts it again.\n\nRun:\n`,
  );
}

async function runIn(
  cwd: string,
  command: string,
  args: readonly string[],
  { env }: Terminal,
): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => void output.push(chunk));
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) {
    const line = [path.basename(command), ...args].join(" ");
    throw new Error(
      `\`${line}\` failed with exit code ${code} in ${cwd}:\n${Buffer.concat(output).toString().trimEnd()}\n` +
        "Fix the cause, remove the folder, and run init again.",
    );
  }
}

/** Starts the emulator as a separate process that outlives this command. Its output goes to emulator.log. */
async function startEmulator(folder: string, port: number): Promise<void> {
  const log = openSync(path.join(folder, "emulator.log"), "a", 0o600);
  const args = [
    "node_modules/workspace-gateway-emulator/bin.js",
    ...emulatorArgs(port),
    "--ready-file",
    readyFile,
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  let ended = false;
  child.on("error", () => {
    ended = true;
  });
  child.on("exit", () => {
    ended = true;
  });
  child.unref();
  const forget = onSignals(() => {
    child.kill();
    process.exit(130);
  });
  // The emulator writes its ready file once it is listening. A different server on the port would not.
  while (!existsSync(path.join(folder, readyFile))) {
    if (ended) {
      throw new Error(`the emulator did not start. See ${path.join(folder, "emulator.log")}.`);
    }
    await setTimeout(100);
  }
  forget();
}

const readyFile = "node_modules/.emulator-ready.json";

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", () => resolve(freePort(0)));
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      server.close(() => (port === undefined ? reject(new Error("no port is free")) : resolve(port)));
    });
  });
}
