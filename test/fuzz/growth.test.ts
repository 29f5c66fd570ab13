import { expect, test } from "vitest";
import { mermaidLabel } from "../../cli/graph/drawing.js";
import { cells } from "../../cli/text/table.js";
import { describeBody } from "../../provider/client/checked.js";
import { parse } from "../../provider/client/transport.js";
import { canonical } from "../../provider/spec/compare.js";
import { redact } from "../../provider/text/redact.js";
import { closestName, printable, quoted, withoutEndSlashes } from "../../provider/text/words.js";
import { milliseconds } from "./support/milliseconds.ts";
import { costly } from "./support/nasty.ts";

const secret = "canary-0123456789";

/** What goes through every text of a gateway or a person. */
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

/** Below this, the time is that of the machine's own work. */
const worthMeasuring = 300;

test.each(readers)(
  "%s reads a megabyte in time that grows as the text does",
  { timeout: 120_000 },
  (_name, read) => {
    for (const part of parts) {
      const text = (length: number) => part.repeat(length / part.length);
      const eighth = milliseconds(2, () => read(text(megabyte / 8)));
      const whole = milliseconds(2, () => read(text(megabyte)));
      expect(
        whole < worthMeasuring || whole / eighth < 24,
        `${JSON.stringify(part)}: ${eighth} and ${whole} ms`,
      ).toBe(true);
    }
  },
);
