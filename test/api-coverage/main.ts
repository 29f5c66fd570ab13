import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { runInForeground } from "../harness/foreground.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { type Call, coverage, report } from "./report.ts";

/** The tests in which the package does the calling: as a provider, by its functions, on the command line. */
const suites = ["test/contract", "test/functions", "test/cli", "test/golden/provider", "test/e2e"];

await main(async () => {
  const file = path.join(paths.state, "api-calls.jsonl");
  await mkdir(paths.state, { recursive: true, mode: 0o700 });
  await writeFile(file, "");
  const env = { ...process.env, API_CALLS: file };
  const code = await runInForeground("vitest", ["run", ...suites], { cwd: paths.root, env });
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  const calls = lines.map((line): Call => JSON.parse(line));
  const { text, problems } = report(coverage(calls));
  const failed = code === 0 ? [] : ["some of the tests failed"];
  const found = [...problems, ...failed];
  process.stdout.write(`\n${text}\n\n${found.length === 0 ? "Nothing is missing." : found.join("\n")}\n`);
  return found.length === 0 ? 0 : 1;
});
