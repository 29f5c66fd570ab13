import type { Declared } from "../../../e2e/support/declaration.ts";
import { inTeam, mapping, model } from "./shop.ts";

/** Texts that try to leave their place, to ping somebody, to load something, or to look like something else. */
export const hostileTexts = [
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

/** A stack all of whose texts are hostile; what is different afterwards is hostile, too. */
export function hostileShop(when: "before" | "after"): Declared[] {
  const text = [when === "before" ? "Old:" : "New:", ...hostileTexts].join("\n");
  const short = (index: number) => (hostileTexts[index] ?? "").slice(0, 100);
  const isAfter = when === "after";
  const [provider, named] = [
    "provider` @octocat <b>",
    "model | @octocat ![](https://tracker.example/pixel.png)",
  ];
  return [
    { kind: "Workspace", name: "team", args: { name: `${when} ${short(0)}` } },
    inTeam("ModelProvider", provider, {
      name: `${when}|${short(3)}`,
      baseUrl: "https://upstream.example/v1",
      priority: 1,
      compatibility: "OPENAI_SDK",
      modelOptions: isAfter ? [...hostileTexts] : ["plain"],
    }),
    model(named, provider, {
      name: `${when} ${short(9)}`,
      displayName: `${when} ${short(4)}`,
      inputCost: isAfter ? 2 : 1,
      outputCost: 8,
    }),
    inTeam("Prompt", "</details> prompt", {
      name: `${when}\n${short(5)}`,
      content: text,
      environment: "PRODUCTION",
    }),
    ...[1, 2, 6, 7, 8, 10].map((index) =>
      mapping(`mapping ${index} ${short(index)}`, named, {
        sourceName: short(index),
        ...(isAfter && { targetModel: short(11) }),
        isPattern: index === 6,
        priority: index,
      }),
    ),
    inTeam("Config", "config\n```", {
      name: "hostile",
      description: short(5),
      isDefault: true,
      workflow: {
        nodes: hostileTexts.map((id) => ({ id: `${id}${isAfter ? "!" : ""}`, note: when })),
        edges: [{ from: hostileTexts[0], to: hostileTexts[4] }],
      },
    }),
  ];
}
