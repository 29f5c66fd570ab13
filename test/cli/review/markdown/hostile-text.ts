import fc from "fast-check";
import { hostileTexts } from "../previews/hostile.ts";

/** Pieces of Markdown, HTML, references and characters that hide, in any order, between any others. */
const pieces = [
  ..."`~*_[]()<>&|\\$#@!%^/:;=+-.\"'0aZ\n\r\t ",
  "```",
  "````",
  "~~~~",
  "@octocat",
  "#123",
  "GH-7",
  "![](https://tracker.example/x.png)",
  "<img src=x>",
  "</details>",
  "<!--",
  "-->",
  "</code>",
  "</pre>",
  "&#64;",
  "&amp;",
  "&lt;",
  "https://",
  "www.",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\ud800",
  "\u0000",
  "\u001b[31m",
  "\u2028",
  "\u{e0041}",
  "👩‍💻",
  "1. ",
  "- ",
  "/close",
];

/** Any text that objects could hold, the worst ones often. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 30 }),
);
