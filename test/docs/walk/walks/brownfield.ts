import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { paths } from "../../../harness/paths.ts";
import { checkout, packagesAreInstalled, startsGateway } from "../checkout.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";
import { inReadme } from "../reasons.ts";

const example = "examples/brownfield";

/** Nobody reads the others: they are for programs. */
const unread = ["import.json", "Pulumi.prod.yaml"];

export const brownfield: PageWalk = {
  page: `${example}/README.md`,
  async begin(place) {
    place.gateway.seed.samples();
    await checkout(place);
  },
  filled: ({ gateway }) => ({ ...packagesAreInstalled, "http://127.0.0.1:8080/api/v1": gateway.baseUrl }),
  left: { [startsGateway]: "the gateway of the test stands for it: its log says that nothing is written" },
  commands: {
    "npx node examples/brownfield/seed.mts": { after: ({ gateway }) => gateway.log.clear() },
    "npx workspace-gateway export examples/brownfield/account --leave-keys": { after: isTheResult },
    "npm run pulumi -- -C examples/brownfield/account preview --expect-no-changes": {
      after: onlyRead,
    },
  },
};

/** What the export has made, whose README says what to do with it. */
export const brownfieldResult: PageWalk = {
  page: `${example}/result/README.md`,
  async begin(place) {
    place.gateway.seed.samples();
    await place.earlier(`node '${path.join(paths.root, example, "seed.mts")}'`);
    await place.earlier("workspace-gateway export account --leave-keys && cd account");
  },
  filled: ({ gateway }) => ({ "https://gateway.example/api/v1": gateway.baseUrl }),
  commands: { "pulumi up": { prints: /unchanged/ } },
  left: { "npm install": inReadme },
};

async function isTheResult({ folder }: Place): Promise<void> {
  const made = (await files(path.join(folder, example, "account"))).filter((file) => !unread.includes(file));
  expect(made).toEqual(expect.arrayContaining(["index.ts", "README.md", "package.json"]));
  for (const file of made) {
    const text = await readFile(path.join(folder, example, "account", file), "utf8");
    // Every run makes an account with other ids.
    const shown = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…");
    await expect(shown, file).toMatchFileSnapshot(path.join(paths.root, example, "result", file));
  }
  expect(await files(path.join(paths.root, example, "result"))).toEqual(made);
}

function onlyRead({ gateway }: Place): void {
  expect([...new Set(gateway.log.entries().map(({ method }) => method))]).toEqual(["GET"]);
}

/** The paths of all files of a folder; sorted. */
async function files(top: string): Promise<string[]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(top, path.join(parentPath, name)))
    .sort();
}
