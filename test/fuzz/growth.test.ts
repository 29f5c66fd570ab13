import { expect, test } from "vitest";
import { mermaidLabel } from "../../cli/graph/drawing.js";
import { cells } from "../../cli/text/table.js";
import { describeBody } from "../../provider/client/checked.js";
import { parse } from "../../provider/client/transport.js";
import { canonical } from "../../provider/spec/compare.js";
import { redact } from "../../provider/text/redact.js";
import { closestName, printable, quoted, withoutEndSlashes } from "../../provider/text/words.js";
import { costly } from "./support/nasty.ts";

const secret = "canary-0123456789";

/** What goes through every text of a gateway or a person. Work that grows with the square of a megabyte does not end. */
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ["parse", parse],
  ["describeBody", (text) => describeBody(text, [secret])],
  ["canonical", (text) => canonical([text, { text }])],
  ["cells", cells],
  ["withoutEndSlashes", withoutEndSlashes],
  ["closestName", (text) => closestName(text, ["baseUrl", "name"])],
  ["mermaidLabel", (text) => mermaidLabel(text)],
  ["printable", printable],
  ["quoted", quoted],
  ["redact", (text) => redact(text, [secret, "abc"])],
];

const megabyte = 1024 * 1024;

const parts = [...costly, '"', '{"a":', "\u001b[", "\u001b]", "[secret", secret, "abc"];

test.each(readers)("%s reads a megabyte of any repeated text without an error", (_name, read) => {
  for (const part of parts) expect(() => read(part.repeat(megabyte / part.length))).not.toThrow();
});
