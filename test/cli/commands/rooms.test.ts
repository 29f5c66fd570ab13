import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../../cli/commands");

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

test("only declarations know the library that reads command lines", () => {
  const knowing = files.filter((file) =>
    ts
      .preProcessFile(readFileSync(path.join(folder, file), "utf8"))
      .importedFiles.some(({ fileName }) => fileName === "commander"),
  );
  const declaring = [...new Set(knowing.map((file) => path.basename(file)))];
  expect(declaring.toSorted()).toEqual([
    "command-line.ts",
    "command.ts",
    "completed-command.ts", // what shells complete is what is declared
    "gateway-command.ts",
    "guard-options.ts",
    "usage-options.ts",
  ]);
});
