import { expect, test } from "vitest";
import { camelName, fileName, logicalPart } from "../../../cli/export/names.js";

test.each([
  ["GPT 4.1 (new)", "gpt41New", "gpt-4-1-new", "gpt-4.1-new"],
  ["LLaMA", "llama", "llama", "llama"],
  ["https://www.docs.example/a?b=c", "docsExampleABC", "docs-example-a-b-c", "docs.example-a-b-c"],
  ["ada@example.com", "ada", "ada", "ada"],
  ["Zürich", "zurich", "zurich", "zürich"],
  ["日本語", "", "", "日本語"],
  ["🎉", "", "", ""],
  ["a\n$b{c}", "aBC", "a-b-c", "a-b-c"],
])("%j reads well as a variable, as a file and in a logical name", (title, variable, file, logical) => {
  expect([camelName(title), fileName(title), logicalPart(title)]).toEqual([variable, file, logical]);
});

test("a long name ends after a word, or is cut", () => {
  expect(camelName(`${"word ".repeat(40)}`)).toMatch(/^word(Word)+$/);
  expect(fileName("x".repeat(200))).toBe("x".repeat(40));
  expect(logicalPart("𝒳".normalize("NFC").repeat(200)).isWellFormed()).toBe(true);
});
