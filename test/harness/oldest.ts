import path from "node:path";
import { cliOf, oldestVersion } from "./cli/find.ts";
import { runInForeground } from "./foreground.ts";
import { main } from "./main.ts";
import { paths } from "./paths.ts";

/** Where an engine can make a difference: what it asks of both adapters, how it ends, its state and its commands. */
const chosen = [
  "lifecycle",
  "functions",
  "secrets",
  "interrupted",
  "native-switch",
  "import",
  "state-move",
  "policy",
  "examples/fleet",
].map((name) => `test/e2e/${name}.test.ts`);

/** What the oldest cannot do: docs/compatibility.md. */
const beyond = ["dynamic.*and with its lines", "the option `import` imports an object of each kind"];

// The tests with the real pulumi, by the oldest that is supported: they take the one on the PATH.
await main(async () => {
  const { directory } = await cliOf(oldestVersion);
  const env = { ...process.env, PATH: [directory, process.env.PATH].join(path.delimiter) };
  const vitest = path.join(paths.root, "node_modules/vitest/vitest.mjs");
  const files =
    process.argv.length > 2 ? process.argv.slice(2) : [...chosen, "-t", `^(?!.*(${beyond.join("|")}))`];
  return runInForeground(
    process.execPath,
    [vitest, "run", "--project", "engine", "--project", "e2e", ...files],
    { env },
  );
});
