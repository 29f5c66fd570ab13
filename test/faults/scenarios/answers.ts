import { withinMemory } from "../proxy/memory.ts";
import { refreshed, struck } from "../proxy/struck.ts";
import type { Scenario } from "../scenario.ts";
import { createOfNamed } from "./network.ts";

const urlToCheck = /WORKSPACE_GATEWAY_BASE_URL/;
const list = { method: "GET", path: "/mappings", count: 1 } as const;

/** Answers that are cut, of somebody else, too long, or no answers at all. */
export const answers: readonly Scenario[] = [
  {
    name: "cut",
    what: "answers to creates that were carried out, and to a list, break off in the middle",
    run: (stage) =>
      struck(
        stage,
        [
          { kind: "cut", framing: "length", ...createOfNamed, count: 2 },
          { kind: "cut", framing: "chunks", ...createOfNamed, count: 1 },
          { kind: "cut", framing: "close", ...createOfNamed, count: 1 },
          { kind: "cut", framing: "length", method: "PATCH", count: 1 },
          { kind: "cut", framing: "length", ...list },
        ],
        { ends: "done" },
      ),
  },
  {
    name: "page-after",
    what: "a web page with 200, and one with 502, instead of the answers to creates that were carried out",
    run: (stage) =>
      struck(
        stage,
        [
          { kind: "page", status: 200, commits: true, ...createOfNamed, count: 2 },
          { kind: "page", status: 502, commits: true, ...createOfNamed, count: 2 },
        ],
        { ends: "done" },
      ),
  },
  {
    name: "login-page",
    what: "in the middle of a run, a login page with 200 instead of every answer",
    run: (stage) =>
      struck(stage, [{ kind: "page", status: 200, skip: 6 }], {
        ends: "failed",
        failsWith: [/answered 200: a web page instead of JSON/, urlToCheck],
      }),
  },
  {
    name: "bad-gateway",
    what: "in the middle of a run, a web page with 502 instead of every answer, for longer than retries last",
    env: { WORKSPACE_GATEWAY_RETRY_BUDGET: "3" },
    run: (stage) =>
      struck(stage, [{ kind: "page", status: 502, skip: 6 }], {
        ends: "failed",
        failsWith: [/answered 502: /],
      }),
  },
  {
    name: "compressed",
    what: "every answer is compressed with gzip, which nobody has asked for",
    run: (stage) =>
      withinMemory(stage, { words: "an ordinary run", most: 400 }, () =>
        struck(stage, [{ kind: "compressed", encoding: "gzip", truly: true }], { ends: "done" }),
      ),
  },
  {
    name: "unreadable",
    what: "creates that were carried out, and a list of a refresh, are answered in an encoding that we cannot read",
    run: async (stage) => {
      const zstd = { kind: "compressed", encoding: "zstd", truly: true } as const;
      const wrong = { kind: "compressed", encoding: "gzip", truly: false } as const;
      const creates = [
        { ...zstd, ...createOfNamed, count: 2 },
        { ...wrong, ...createOfNamed, count: 1 },
      ];
      await struck(stage, creates, { ends: "done" });
      await refreshed(stage, [{ ...zstd, ...list }], {
        ends: "failed",
        failsWith: [/an answer in the encoding zstd, which cannot be read/, urlToCheck],
      });
    },
  },
  {
    name: "fifty-megabytes",
    what: "answers of 50 MB to 2 creates that were carried out, and to a list",
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "120" }, // for busy machines
    run: (stage) =>
      withinMemory(stage, { words: "3 answers of 50 MB", most: 1000 }, () =>
        struck(
          stage,
          [
            { kind: "padded", megabytes: 50, ...createOfNamed, count: 2 },
            { kind: "padded", megabytes: 50, ...list },
          ],
          { ends: "done" },
        ),
      ),
  },
  {
    name: "millions-of-objects",
    what: "50 MB of nothing but `{}` in answer to 2 creates that were carried out, and to a list of a refresh",
    run: (stage) =>
      withinMemory(stage, { words: "3 answers of 17 million objects", most: 1000 }, async () => {
        const crowd = { kind: "crowd", megabytes: 50, of: "{}", commits: true } as const;
        await struck(stage, [{ ...crowd, ...createOfNamed, count: 2 }], { ends: "done" });
        await refreshed(stage, [{ ...crowd, ...list }], {
          ends: "failed",
          failsWith: [/with more than 4 million values, which are too many to read/, urlToCheck],
        });
      }),
  },
  {
    name: "bomb",
    what: "4 GB, compressed to 4 MB, in answer to 2 creates that were carried out, and to a list of a refresh",
    run: (stage) =>
      withinMemory(stage, { words: "3 answers of 4 GB, compressed", most: 600 }, async () => {
        const bomb = { kind: "bomb", encoding: "gzip", megabytes: 4096, commits: true } as const;
        await struck(stage, [{ ...bomb, ...createOfNamed, count: 2 }], { ends: "done" });
        await refreshed(stage, [{ ...bomb, ...list }], {
          ends: "failed",
          failsWith: [/of more than 64 MB, which is too long to read/, urlToCheck],
        });
      }),
  },
  {
    name: "malformed",
    what: "TLS, SMTP, two lengths and 1 MB of headers instead of the answers to creates that were carried out",
    run: (stage) =>
      struck(
        stage,
        [
          ...(["tls", "no-http", "two-lengths"] as const).map(
            (of) => ({ kind: "garbage", of, commits: true, ...createOfNamed, count: 1 }) as const,
          ),
          { kind: "headers", kilobytes: 1024, commits: true, ...createOfNamed, count: 1 },
          { kind: "garbage", of: "half-head", method: "PATCH", commits: true, count: 1 },
        ],
        { ends: "done" },
      ),
  },
];
