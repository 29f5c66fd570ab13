import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deploy, matchers, secret } from "../../../cli/testing/index.js";
import { paths } from "../../harness/paths.ts";
import { programFile } from "./support/program-folder.ts";

test("what a file expects is met, or each line of it that is not is told with its place", async () => {
  const example = path.join(paths.root, "examples/tested");
  const stack = await deploy(path.join(example, "index.ts"), {
    config: { openaiApiKey: secret("sk-made-up") },
    stack: "prod",
  });
  const file = path.join(example, "gateway-routes.yaml");
  await stack.meets(file);
  expect(await matchers.toMeet(stack, file)).toMatchObject({ pass: true });

  const other = await programFile("", {
    "routes.yaml": [
      "workspaces:",
      "  Support*:",
      "    routes:",
      "      default: { model: openai/gpt-4.1 }",
      "    budget: { atMost: 100 }",
    ].join("\n"),
  });
  const routes = other.replace("index.ts", "routes.yaml");
  await expect(stack.meets(routes)).rejects.toThrow(
    /routes\.yaml:4:\d+: Support assistant: routes default.*gpt-4\.1.*gpt-small/,
  );
  const { pass, message } = await matchers.toMeet(stack, routes);
  expect(pass).toBe(false);
  expect(message().split("\n")).toEqual([
    expect.stringContaining("routes.yaml:4:"),
    expect.stringContaining("routes.yaml:5:"),
  ]);
  await expect(matchers.toMeet("stack", routes)).rejects.toThrow("await it before");
});

test("docs/testing.md shows what a moved route of the example says", async () => {
  const example = path.join(paths.root, "examples/tested");
  const text = await readFile(path.join(example, "index.ts"), "utf8");
  const [head = "", tail = ""] = text.split('sourceName: "default"');
  const moved = `${head}sourceName: "default"${tail.replace("small.gatewayName", "large.gatewayName")}`;
  const file = await programFile("", { "index.ts": moved });
  const stack = await deploy(file, { config: { openaiApiKey: secret("sk-made-up") }, stack: "prod" });
  const unmet = await stack.unmet(path.join(example, "gateway-routes.yaml"));
  const page = await readFile(path.join(paths.root, "docs/testing.md"), "utf8");
  for (const line of unmet) expect(page).toContain(`\n${line.slice(line.indexOf("gateway-routes.yaml"))}\n`);
  expect(unmet).toHaveLength(2);
});
