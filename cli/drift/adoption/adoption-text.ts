import { printable } from "pulumi-workspace-gateway/tools";
import type { Adoption } from "./adoption.js";

/** The program text: to be pasted, so it says first what it needs around it. */
export function adoptionText({ objects, used }: Adoption, stack: string, command: string): string {
  const lines = [
    `What the gateway has and no stack declared. Paste it into the program of ${stack}, and run`,
    `  ${command}`,
    ...(used.length === 0
      ? []
      : [
          "It refers to what that program has already; give these the names that they have there:",
          ...used.map(
            ({ variable, kind, name }) => `  ${variable}: new gateway.${kind}(${JSON.stringify(name)}, …)`,
          ),
        ]),
  ];
  const head = lines.map((line) => `// ${printable(line)}`).join("\n");
  const declarations = objects.map(({ text }) => text).join("\n\n");
  return `${head}\nimport * as gateway from "pulumi-workspace-gateway";\n\n${declarations}\n`;
}
