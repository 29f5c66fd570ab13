import fc from "fast-check";
import type { AccountObject } from "../../../cli/account/account-object.ts";
import { mapping, model, prompt, provider, workspace } from "./some-objects.ts";

/** Names that mean something in a format, or to who reads it. */
export const hostile = [
  `"quotes" 'and' \`ticks\``,
  "a --> b",
  "</svg><script>alert(1)</script>",
  `"><img src="https://example.com/x" onerror="alert(2)">`,
  "%%{init: {'theme': 'dark'}}%%",
  'click w0n0 href "https://example.com"',
  "ends with a backslash\\",
  '\\N \\G \\l \\"',
  "right \u202e to \u2066 left",
  "two\nlines\r\nand\u2028more",
  "]]> <![CDATA[ <!-- --> &lt; &amp; &#60; &nbsp;",
  "end",
  "subgraph x",
  "w0n0",
  "__proto__",
  "\u0000\u0007\u001b[31m\ufffe\uffff\ud800",
  "x".repeat(200),
  "网".repeat(200),
  "👩‍🚀🏳️‍🌈",
] as const;

/** Any text, the worst ones often. */
export const anyText = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" })), { maxLength: 4 })
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

/** Objects of every form that is drawn, with this text in each name and id that may be shown. */
export function named(text: string): AccountObject[] {
  return [
    workspace(`Shop ${text}`),
    provider("p", { name: `provider ${text}` }),
    model("m", "p", { gatewayName: `model ${text}` }),
    model("n", `gone provider ${text}`, { gatewayName: `other model ${text}` }),
    mapping(`exact ${text}`, `model ${text}`, { priority: 1 }),
    mapping(`pattern ${text}`, `gone model ${text}`, { isPattern: true, enabled: false }),
    prompt(`prompt ${text}`, { modelId: "m" }),
    prompt(`global ${text}`, { isGlobal: true }),
    prompt(`orphan ${text}`, { modelId: `gone ${text}` }),
  ];
}
