import { type Declared, ref } from "../../../e2e/support/declaration.ts";

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
  return [
    { kind: "Workspace", name: "team", args: { name: `${when} ${short(0)}` } },
    {
      kind: "ModelProvider",
      name: "provider` @octocat <b>",
      args: {
        workspaceId: ref("team"),
        name: `${when}|${short(3)}`,
        baseUrl: "https://upstream.example/v1",
        priority: 1,
        compatibility: "OPENAI_SDK",
        modelOptions: isAfter ? [...hostileTexts] : ["plain"],
      },
    },
    {
      kind: "Model",
      name: "model | @octocat ![](https://tracker.example/pixel.png)",
      args: {
        workspaceId: ref("team"),
        providerId: ref("provider` @octocat <b>"),
        name: `${when} ${short(9)}`,
        displayName: `${when} ${short(4)}`,
        type: "chat",
        inputCost: isAfter ? 2 : 1,
        outputCost: 8,
        contextWindow: 128_000,
      },
    },
    {
      kind: "Prompt",
      name: "</details> prompt",
      args: {
        workspaceId: ref("team"),
        name: `${when}\n${short(5)}`,
        content: text,
        environment: "PRODUCTION",
      },
    },
    ...[1, 2, 6, 7, 8, 10].map(
      (index): Declared => ({
        kind: "Mapping",
        name: `mapping ${index} ${short(index)}`,
        args: {
          workspaceId: ref("team"),
          sourceName: short(index),
          targetModel: isAfter
            ? short(11)
            : ref("model | @octocat ![](https://tracker.example/pixel.png)", "gatewayName"),
          isPattern: index === 6,
          priority: index,
        },
      }),
    ),
    {
      kind: "Config",
      name: "config\n```",
      args: {
        workspaceId: ref("team"),
        name: "hostile",
        description: short(5),
        isDefault: true,
        workflow: {
          nodes: hostileTexts.map((id) => ({ id: `${id}${isAfter ? "!" : ""}`, note: when })),
          edges: [{ from: hostileTexts[0], to: hostileTexts[4] }],
        },
      },
    },
  ];
}
