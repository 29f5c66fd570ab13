import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** Texts that try to leave their place, to ping somebody, to load something, or to look like something else. */
const hostileTexts = [
  "@octocat and @github/security, please look",
  "fixes #123, GH-7, owner/repo#9, !45, %6, $7, ~bug, &8",
  "![](https://tracker.example/pixel.png) <img src=https://tracker.example/x.png onerror=alert(1)>",
  "[click](javascript:alert(1)) https://evil.example www.evil.example <https://evil.example>",
  "</details></pre></code></summary><h1>Approved</h1><script>alert(1)</script><!--",
  "-->\n```\n# Approved\n````\n~~~\n</td></tr></table>",
  "| a | b |\n|---|---|\n| c | d |",
  "# Title\n- [x] reviewed\n> quote\n---\n1. one",
  "/approve\n/merge\n/close",
  "**bold** _em_ ~~gone~~ `code` ``two`` $x^2$ :+1:",
  "right \u202eto left\u202c \u2066isolate\u2069 zero\u200bwidth \u0007bell \u001b[31mred\u001b[0m \u0001soh",
  "&lt;b&gt; &#64;octocat &commat;octocat \\@octocat \\` \\",
] as const;

/** Pieces of Markdown, HTML, references and characters that hide, in any order, between any others. */
const pieces = [
  ..."`~*_[]()<>&|\\$#@!%^/:;=+-.\"'0aZ\n\r\t ",
  ..."``` ```` ~~~~ @octocat #123 GH-7 ![](https://tracker.example/x.png) </details> <!-- -->".split(" "),
  ..."</code> </pre> &#64; &amp; &lt; https:// www. /close".split(" "),
  ...["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\ud800", "\u0000", "\u001b[31m", "\u2028"],
  ...["\u{e0041}", "👩‍💻", "<img src=x>", "1. ", "- "],
];

/** Any text that objects could hold, the worst ones often. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 30 }),
);

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The elements of a page or a drawing as a browser reads it, with their attributes, and all other nodes that are not text. */
export function elementsOf(
  html: string,
): { readonly name: string; readonly attributes: readonly string[] }[] {
  const inside = (node: Node): ReturnType<typeof elementsOf> => {
    const attributes = "attrs" in node ? node.attrs.map(({ name }) => name) : [];
    const own = node.nodeName === "#text" ? [] : [{ name: node.nodeName, attributes }];
    return [...own, ...("childNodes" in node ? node.childNodes.flatMap(inside) : [])];
  };
  return parse(html).childNodes.flatMap(inside);
}
