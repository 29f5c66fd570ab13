import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../../../cli/commands/command-line.ts";
import { routeText } from "../../../../cli/commands/route/route-text.ts";
import { graphPage } from "../../../../cli/graph/graph-page.ts";
import { documentOf } from "../../../../cli/review/blocks/document.ts";
import { page as pageOf } from "../../../../cli/review/html/page.ts";
import { answerFor, type Moments } from "../../../../cli/routing/explain.ts";
import { heardTerminal } from "../../commands/support/heard-terminal.ts";
import { setups } from "../../routing/arbitrary.ts";
import { mapping, model, setup } from "../../routing/support.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { recordedText, reviewOfText } from "../previews/recorded.ts";
import { browserOf, browserPath } from "./support/browser.ts";
import { looksOf } from "./support/looks.ts";
import { empty } from "./support/sample.ts";

const document = documentOf(empty);
const faultless = { seen: undefined, overlaps: [], outside: [], wide: [], faint: [] };
const screen = { viewport: { width: 1280, height: 900 } };

/** Goes to a control by the keyboard. */
async function goTo(page: Page, id: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => window.document.activeElement?.id === wanted, id);
  for (let presses = 0; presses < 400 && !(await isThere()); presses++) {
    await page.keyboard.press("Tab");
  }
  expect(await isThere()).toBe(true);
}

/** Types a name into the field that has the focus, over what is there, and reads what the page says. */
async function ask(page: Page, name: string): Promise<string> {
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(name);
  await page.keyboard.press("Enter");
  return page.evaluate(() => {
    const texts = (within: ParentNode, selector: string) =>
      [...within.querySelectorAll(selector)].map(({ textContent }) => textContent);
    const leads = texts(window.document, "#ask-answer p");
    const parts = [...window.document.querySelectorAll("#ask-why > div")];
    return parts.flatMap((part, at) => [leads[at], ...texts(part, "th, td, li")]).join(" ");
  });
}

/** Without what only the form of a text is: spaces, and the marks of names. */
const squeezed = (text: string) => text.replaceAll(/[\s`]+/g, "");

describe.skipIf(browserPath === undefined)("the field for a name, in a browser", () => {
  const opened = browserOf("page.html");

  /** Every name that an account knows, and some that it does not. */
  function namesIn({ before, after }: Moments): string[] {
    const known = [before, after].flatMap((each) => [
      ...(each?.mappings ?? []).map(({ sourceName }) => sourceName),
      ...(each?.models ?? []).map(({ gatewayName }) => gatewayName),
    ]);
    return [...new Set([...known, "abbb", "aB", "nothing takes this"])].filter(
      (name): name is string => name !== undefined,
    );
  }

  test("for every name of random accounts, the page says what the command says, by the keyboard alone", {
    timeout: 120_000,
  }, async () => {
    const accounts = fc.sample(fc.tuple(setups, setups), { numRuns: 6, seed: 31 });
    let asked = 0;
    for (const [before, after] of accounts) {
      const moments = asked % 2 === 0 ? { before, after } : { after };
      await opened(pageOf(document, { moments }), screen, async (page) => {
        await goTo(page, "ask-name");
        for (const name of namesIn(moments)) {
          expect(squeezed(await ask(page, name))).toBe(squeezed(routeText(answerFor(moments, "one", name))));
          asked++;
        }
      });
    }
    expect(asked).toBeGreaterThan(40);
  });

  test.each(["routes", "team"])("the page of the preview %s answers as `route` does", async (recorded) => {
    const folder = await temporaryFolder();
    const preview = path.join(folder, "preview.json");
    const html = path.join(folder, "review.html");
    await writeFile(preview, recordedText(recorded));
    const { terminal, out } = heardTerminal({ HOME: folder });
    expect(await runCommandLine(["review", preview, "--offline", "--html", html], terminal)).toBe(0);
    const { routes, workspaces } = reviewOfText(recordedText(recorded));
    const incoming = [...new Set(routes.flatMap((each) => (each.isPattern ? [] : each.incoming)))].slice(
      0,
      12,
    );
    const title = Object.values(workspaces).toSorted()[0] ?? "";
    await opened(await readFile(html, "utf8"), screen, async (page) => {
      await goTo(page, "ask-name");
      for (const name of [...incoming, "gpt-unheard-of"]) {
        out.length = 0;
        const args = ["route", name, "--workspace", title, "--preview", preview, "--offline"];
        expect(await runCommandLine(args, terminal)).toBe(0);
        expect(squeezed(await ask(page, name))).toBe(squeezed(out.join("\n")));
      }
    });
  });

  test("another workspace is chosen by the keyboard, too", async () => {
    const models = [model("p/a"), { ...model("p/b"), workspace: "v" }];
    const after = { ...setup(models, []), workspaces: { w: "Beta", v: "Alpha" } };
    await opened(pageOf(document, { moments: { after } }), screen, async (page) => {
      await goTo(page, "ask-name");
      expect(await ask(page, "p/a")).toContain("p/a in the workspace Alpha ends nowhere");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.textContent("#ask-answer")).toContain("p/a in the workspace Beta ends at p/a");
    });
  });

  test("the field has a label, and a screen reader is told the answer", async () => {
    const after = setup([model("p/a")], []);
    await opened(pageOf(document, { moments: { after } }), screen, async (page) => {
      await page.getByRole("textbox", { name: "Model name, as callers send it" }).fill("p/a");
      await page.getByRole("button", { name: "Show" }).press("Enter");
      const [status] = await page.getByRole("status").allTextContents();
      expect(status).toBe("p/a in the workspace Support ends at p/a, which has it as its gateway name.");
      await page.getByRole("textbox").fill("");
      await page.getByRole("textbox").press("Enter");
      expect(await page.getByRole("status").allTextContents()).toEqual([""]);
    });
  });

  const attacks = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "javascript:alert(3)",
    `"><svg onload=alert(4)>`,
    "__proto__",
    "constructor",
    "`code` \u202e\u0000",
  ];

  test("no name that is typed, and none in the account, is markup or a script", async () => {
    const hostile = attacks.map((text, at) => mapping(text, text, text, { priority: at }));
    const after = setup([model("<b>bold</b>"), ...attacks.map((text) => model(text))], hostile);
    await opened(pageOf(document, { moments: { after } }), screen, async (page) => {
      const strange = () =>
        page.evaluate(() => window.document.querySelectorAll("img, b, iframe, svg[onload], script").length);
      const before = await strange();
      await goTo(page, "ask-name");
      for (const name of attacks) {
        expect(await ask(page, name)).toContain("ends at");
      }
      expect(await strange()).toBe(before);
    });
  });

  const looks = [1280, 390].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
  );

  test.each(looks)("an answer overlaps nothing, is not cut and not faint: %j", async (options) => {
    const long = "gpt-4-".repeat(30);
    const mappings = Array.from({ length: 8 }, (_, at) =>
      mapping(`the-mapping-number-${at}`, `${long}${at}`, "openai/gpt", { priority: at }),
    );
    const now = setup([model("openai/gpt", { provider: "openai", host: "api.openai.com" })], mappings);
    await opened(
      pageOf(document, { moments: { before: setup([], []), after: now } }),
      options,
      async (page) => {
        await page.focus("#ask-name");
        expect(await ask(page, `${long}7`)).toContain("takes it");
        expect({ ...(await looksOf(page)), seen: undefined }).toEqual(faultless);
      },
    );
  });

  test("printed, the field is not there; without scripts, the page is as it is without a field", async () => {
    const moments = { after: setup([model("p/a")], []) };
    const isSeen = (page: Page) =>
      page.evaluate(() =>
        [...window.document.querySelectorAll(".live")].map((each) => each.checkVisibility()),
      );
    await opened(pageOf(document, { moments }), screen, async (page) => {
      expect(await isSeen(page)).toEqual([true]);
      await page.emulateMedia({ media: "print" });
      expect(await isSeen(page)).toEqual([false]);
    });
    const still = { ...screen, javaScriptEnabled: false };
    const words = (page: Page) => page.evaluate(() => window.document.body.innerText);
    const without = await opened(pageOf(document), still, words);
    expect(await opened(pageOf(document, { moments }), still, words)).toBe(without);
  });

  test("the page of a graph has the drawing and the field", async () => {
    const now = setup([model("p/a")], [mapping("fast", "gpt", "p/a")]);
    const nodes = [
      { id: "w0n0", is: "mapping", label: "gpt" },
      { id: "w0n1", is: "model", label: "p/a" },
    ] as const;
    const edges = [{ from: "w0n0", to: "w0n1", is: "leads to" }] as const;
    const graph = { workspace: "w", name: "Support", nodes, edges };
    await opened(graphPage([graph], now, "gateway"), looks[1] ?? screen, async (page) => {
      expect({ ...(await looksOf(page)), seen: undefined }).toEqual(faultless);
      await goTo(page, "ask-name");
      expect(squeezed(await ask(page, "gpt"))).toBe(
        squeezed(routeText(answerFor({ after: now }, "w", "gpt"))),
      );
    });
  });
});
