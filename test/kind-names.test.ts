import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingsSchema } from "../provider/client/settings/settings-schema.js";
import { kinds } from "../provider/every-kind.js";
import { snakeCase } from "../provider/spec/field.js";

const provider = path.join(import.meta.dirname, "../provider");

/** Names of fields, in both spellings, that are no plain words of English and no settings. */
const fieldNames = new Set(
  kinds
    .flatMap(({ inputs, outputs }) => [...Object.keys(inputs.shape), ...Object.keys(outputs.shape)])
    .filter((name) => /[A-Z]/.test(name) && !(name in settingsSchema.shape))
    .flatMap((name) => [name, snakeCase(name)]),
);
const kindNames = kinds.map(({ name }) => name);
const scopes = kinds.flatMap(({ scope }) => [`${scope}:read`, `${scope}:write`]);

test.each(["lifecycle", "program", "spec", "client", "io", "text"])(
  "no word of a single kind stands in the code of provider/%s",
  (folder) => {
    const words = new RegExp(`\\b(${[...kindNames, ...fieldNames, ...scopes].join("|")})\\b`);
    const files = readdirSync(path.join(provider, folder), { recursive: true, encoding: "utf8" });
    const naming = files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => [file, words.exec(withoutComments(path.join(provider, folder, file)))?.[0]])
      .filter(([, word]) => word !== undefined);
    expect(files.length).toBeGreaterThan(1);
    expect(naming).toEqual([]);
  },
);

function withoutComments(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
