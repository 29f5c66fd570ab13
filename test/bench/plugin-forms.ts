import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { realHost } from "../harness/cli/host.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { pluginArchive, unpackedPlugin } from "../harness/plugin-archive.ts";
import { median } from "./results.ts";

// Run by hand, on Linux: node test/bench/plugin-forms.ts [RUNS]. How soon each form of the plugin answers, and what it needs until then.
const name = "pulumi-resource-workspace-gateway";
const forms = {
  script: path.join(paths.root, "provider/plugin", name),
  archive: path.join(unpackedPlugin, name),
};

interface Start {
  readonly seconds: number;
  readonly cpu: number;
  /** Its highest memory, and the part of it that no other process can share. */
  readonly megabytes: number;
  readonly own: number;
}

await main(async (signal) => {
  const made = await pluginArchive(realHost(signal));
  if ("missing" in made) throw new Error(made.missing);
  const starts: Record<keyof typeof forms, Start[]> = { script: [], archive: [] };
  for (let run = 0; run < Number(process.argv[2] ?? 15); run++) {
    signal.throwIfAborted();
    // By turns, so that what else the machine does is the same for both.
    for (const form of ["script", "archive"] as const) starts[form].push(await start(forms[form]));
  }
  console.log("| plugin | first answer s | CPU s until then | memory MB | of it its own MB |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const [form, all] of Object.entries(starts)) {
    const cell = (key: keyof Start, digits: number) => median(all.map((each) => each[key]))?.toFixed(digits);
    console.log(
      `| ${form} | ${cell("seconds", 2)} | ${cell("cpu", 2)} | ${cell("megabytes", 0)} | ${cell("own", 0)} |`,
    );
  }
  return 0;
});

/** Starts a plugin, and ends it when it has said on which port it answers. */
async function start(file: string): Promise<Start> {
  const begin = performance.now();
  const child = spawn(file, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const seconds = (performance.now() - begin) / 1_000;
  const used = await usage(child);
  child.kill("SIGKILL");
  await once(child, "exit");
  return { seconds, ...used };
}

async function usage({ pid }: ChildProcess): Promise<Omit<Start, "seconds">> {
  const read = (file: string) => readFile(path.join("/proc", String(pid), file), "utf8");
  const [status, stat] = await Promise.all([read("status"), read("stat")]);
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  const [user = 0, system = 0] = (stat.split(") ")[1] ?? "").split(" ").slice(11, 13).map(Number);
  return { cpu: (user + system) / 100, megabytes: megabytes("VmHWM"), own: megabytes("RssAnon") };
}
