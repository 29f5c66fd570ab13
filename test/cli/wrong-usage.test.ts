import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readableKinds } from "../contract/support/samples.ts";
import { paths } from "../harness/paths.ts";
import { openPerson } from "./support/person.ts";

const program = path.join(paths.root, "examples/tested/index.ts");
const usual = path.join(paths.root, "examples/tested/gateway-routes.yaml");
const onlyOne = "use only one of";
const longTime = "such as 7d or 12h, at most 92d";
const timeless = "has no effect without --usage";
const notShown = "cannot be imported, because the gateway never shows it again";

/** What is wrong with command lines. */
const reasons: Readonly<Record<string, string>> = {
  "apply nothing.pin": "the pin cannot be read",
  check: "this folder has no gateway-routes.yaml",
  "check --live --stack prod": onlyOne,
  "check p.json --live": onlyOne,
  "check --live --offline": "--offline applies only to a preview",
  "check --connection eu": "--connection and --base-url require --live",
  "check --live --routes missing.yaml": "the expectations file cannot be read",
  "check --live --config a=b": "--stack-name, --config and --config-secret require --program",
  [`check --program ${program} --live`]: onlyOne,
  [`check --program ${program} preview.json`]: onlyOne,
  [`check --program ${program} --offline`]: "--offline applies only to a preview",
  [`check --program ${program} --config-secret sk-no-key --routes ${usual}`]: "requires a key and a value",
  "check --live --show-keys": `--show-keys ${timeless}`,
  "check --live --write --usage 7d": "cannot be used with --offline, --program or --write",
  "drift --usage-time 10s": `--usage-time ${timeless}`,
  "doctor what": "too many arguments",
  list: "unknown command `list`. Use `workspace-gateway get`",
  "plan --stack prod": "Use `workspace-gateway review`",
  destroy: "Use `pulumi destroy`",
  "get maping": "Did you mean `Mapping`?",
  "explain Modl": "Did you mean `Model`?",
  "api PATCH /workspaces/w": "Pass --yes",
  export: "workspace-gateway: missing required argument 'folder'",
  "graph --output png": "Allowed choices are mermaid, dot, svg, json, yaml",
  "graph --json --output svg": "option '--json' cannot be used with option '-o, --output <format>'",
  "graph p.json --stack prod": "specify a file or --stack, not both",
  "graph nothing.json": "nothing.json cannot be read",
  "import-file Provider openai --id p": "unknown kind `Provider`. Did you mean `ModelProvider`?",
  "import-file Colour openai --id p": `can be imported are ${readableKinds.map(({ name }) => name).join(", ")}`,
  "import-file Invitation it --id i --workspace-id w": `Invitation ${notShown}`,
  "import-file Prompt tone --id p": "Prompt belongs to a workspace: pass --workspace-id",
  "import-file Quota burst --id q --workspace-id w": "Quota does not belong to a workspace",
  "import-file Budget cap --id b --workspace-id w": "--id and --workspace-id differ",
  "import-file Prompt --id p": "missing required argument 'name'",
  "login --no-browser --authorize-url https://id.test/a": "--authorize-url requires --token-url",
  "login --no-browser --token-url https://id.test/t": "--token-url requires --authorize-url",
  "login --no-browser --issuer http://id.test": "--issuer must be an https URL, or http on loopback",
  "login --no-browser --authorize-url https://id.test/a --token-url http://id.test/t":
    "--token-url must be an https",
  "login --no-browser --timeout soon": "--timeout",
  "metrics list --start-date 2026-02-30": "--start-date must be an ISO 8601 date",
  "metrics list --end-date 2026-02-01T10:00:00": "--end-date must be an ISO 8601 date",
  "metrics sum --by weather": "Allowed choices are model, provider",
  "metrics sum --start-date 2026-02-01 --end-date 2026-01-01": "--start-date is later",
  "metrics delete --yes": "select metrics with --key-id",
  "metrics delete --id x --key-id y --yes": "--id cannot be used with",
  "metrics delete --key-id key-a": "cannot ask for confirmation here: pass --yes",
  "prompts list --environment PROD": "--environment",
  recover: "pass --yes to recover",
  "recover --yes --since 2026-11-22": "--since must be an ISO 8601 time",
  "review a.json b.json": "b.json",
  "review a.json -- --refresh": "omit either the file",
  "review --refresh": "unknown option",
  "review p.json --pin-refused r.pin": "--pin-refused requires --pin",
  "review -- --show-secrets": "omit --show-secrets",
  "review -- --debug": "omit --debug",
  "review -- -v=9": "omit -v=9",
  "review -- --event-log=log": "omit --event-log=log",
  "review --usage 7d --offline": "omit one of them",
  "review preview.json --usage-time 5s": `--usage-time ${timeless}`,
  "review preview.json --usage=7": longTime,
  "review preview.json --usage=93d": longTime,
  "route --live --workspace Team": "missing required argument 'name'",
  "route gpt --live": "required option '-w, --workspace <name>' not specified",
  "route gpt --workspace Team other --live": "pass only one name",
  "route gpt --workspace Team --live -- --stack dev": "arguments after `--` are for",
  "route gpt --workspace Team --live --stack dev": onlyOne,
  "route gpt --workspace Team --live --offline": "--offline applies only to a preview",
  "route gpt --workspace Team --connection eu": "--connection and --base-url require --live",
  "route gpt --workspace Team -- --show-secrets": "--show-secrets",
};

test.each(Object.entries(reasons))("`%s` is rejected before any request: %s", async (line, reason) => {
  const { gateway, run } = await openPerson();
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(), PATH: "" };
  const { code, stdout, stderr } = await run(line.split(" "), env);
  expect([code, stdout, gateway.log.entries()]).toEqual([2, "", []]);
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/\nUsage: workspace-gateway [[a-z]/);
  expect(stderr).not.toContain("sk-no-key");
  expect(existsSync("gateway-routes.yaml")).toBe(false);
});
