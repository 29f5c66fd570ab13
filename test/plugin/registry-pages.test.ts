import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { registryPages } from "../../provider/build/registry/registry-pages.mts";
import { settingsSchema } from "../../provider/client/settings/settings-schema.js";
import { paths } from "../harness/paths.ts";
import { schemaText } from "./support/published-schema.ts";
import { examplesIn, languages } from "./support/schema-examples.ts";

const pages = registryPages(JSON.parse(schemaText));
const names = [...pages.keys()];
const pageOf = (name: string) => pages.get(name) ?? expect.unreachable();

test("the pages for the Pulumi Registry are what the schema says now", () => {
  expect(names).toEqual(["_index.md", "installation-configuration.md"]);
  for (const [name, text] of pages)
    expect(readFileSync(path.join(paths.root, "docs", name), "utf8"), "run `npm run reference`").toBe(text);
});

test.each(names)(
  "%s begins with what the Registry asks for, and links only to the web and to its neighbour",
  (name) => {
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(pageOf(name)) ?? [];
    expect(parse(head)).toEqual({
      title: expect.stringMatching(/^Workspace Gateway\b/),
      meta_desc: expect.stringMatching(/^.{40,160}$/),
      layout: "package",
    });
    const links = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^https:\/\/|^\.\/installation-configuration\/$/.test(link))).toEqual([]);
    for (const link of links) {
      const [, file] = /\/(?:blob|tree)\/main\/(.*)$/.exec(link) ?? [];
      if (file !== undefined)
        expect(() => readFileSync(path.join(paths.root, file), { flag: "r" })).not.toThrow(/ENOENT/);
    }
  },
);

test("the overview lets people choose a language, and shows each the schema's own example", () => {
  const text = pageOf("_index.md");
  expect(text).toContain(`{{< chooser language "${languages.join(",")}" >}}`);
  for (const language of languages) {
    const code = examplesIn(language).find(({ name }) => name === "Model")?.code;
    expect(text).toContain(
      `{{% choosable language ${language} %}}\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n{{% /choosable %}}`,
    );
  }
});

test("every setting is there, with its key and its variable", () => {
  const rows = pageOf("installation-configuration.md")
    .split("\n")
    .filter((line) => line.startsWith("| `workspace-gateway:"));
  expect(rows.map((row) => /:(\w+)`/.exec(row)?.[1])).toEqual(Object.keys(settingsSchema.shape));
  for (const row of rows) expect(row).toMatch(/\| `WORKSPACE_GATEWAY_[A-Z_]+` \| .{10,} \|$/);
});
