import { access } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { edit } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import { inReadme } from "../reasons.ts";

export const testing: PageWalk = {
  page: "docs/testing.md",
  begin: (place) => place.copy("tested"),
  left: { "npm install --save-dev workspace-gateway workspace-gateway-emulator": inReadme },
  async end(place) {
    await place.write("engine.test.ts", place.printed("ts", 2));
    expect(await place.earlier("node --test engine.test.ts")).toMatch(/^ℹ pass 1$/m);
    await expect(access(path.join(place.folder, "Pulumi.engine-test.yaml"))).rejects.toThrow("ENOENT");
    // The config that the program of the page gives is for the stack `prod`.
    await place.write("try.ts", place.printed("ts"));
    await place.earlier("node try.ts");
    await edit(place, "index.ts", "targetModel: small.gatewayName", "targetModel: large.gatewayName");
    const { code, output } = await place.shell.run("node try.ts");
    expect(code).toBe(1);
    for (const line of place.printed("").trim().split("\n")) expect(output).toContain(line);
  },
};

export const tested: PageWalk = {
  page: "examples/tested/README.md",
  begin: (place) => place.copy("tested"),
  commands: { "npm test": { prints: /^ℹ pass 6\nℹ fail 0$/m } },
  left: { "npm install": inReadme },
};
