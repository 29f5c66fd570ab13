import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultVariants } from "./variants.ts";

const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");

test.each(Object.entries(defaultVariants()))(
  "the README names the variant %s and its default first",
  (name, value) => {
    const row = readme
      .split("\n")
      .find((line) => line.startsWith("|") && line.split("|")[1]?.includes(`\`${name}\``));
    expect(row).toBeDefined();
    const shown = Array.isArray(value) ? "a list" : `\`${value}\``;
    const values = row?.split("|")[2] ?? "";
    expect(values.trim().startsWith(shown)).toBe(true);
  },
);
