import { expect, test } from "vitest";
import { camelName, camelOf, dashed, fileName, logicalPart } from "../../../cli/export/names.js";

test.each([
  ["gpt-4.1", "gpt41", "gpt-4-1", "gpt-4.1"],
  ["Support assistant", "supportAssistant", "support-assistant", "support-assistant"],
  ["GPT 4.1 (new)", "gpt41New", "gpt-4-1-new", "gpt-4.1-new"],
  ["OpenAI", "openAI", "openai", "openai"],
  ["LLaMA", "llama", "llama", "llama"],
  ["https://www.docs.example/a?b=c", "docsExampleABC", "docs-example-a-b-c", "docs.example-a-b-c"],
  ["ada@example.com", "ada", "ada", "ada"],
  ["gpt-.*", "gpt", "gpt", "gpt"],
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

test("a key of the config keeps the letters of all scripts", () => {
  expect(camelOf("team-日本-openai")).toBe("team日本Openai");
});

test("a constant gives a file name", () => {
  expect(["houseRules", "gpt41Mini", "gpt41_2"].map(dashed)).toEqual([
    "house-rules",
    "gpt41-mini",
    "gpt41_2",
  ]);
});
