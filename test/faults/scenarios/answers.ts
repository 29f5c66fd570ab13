import { onTheWay, struck } from "../proxy/struck.ts";
import { startWitness } from "../proxy/witness.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { createOfNamed } from "./network.ts";

const urlToCheck = /WORKSPACE_GATEWAY_BASE_URL/;
const list = { method: "GET", path: "/mappings", count: 1 } as const;
const zstd = { kind: "compressed", encoding: "zstd", truly: true } as const;
const crowd = { kind: "crowd", megabytes: 50, commits: true } as const;
const bomb = { kind: "bomb", megabytes: 4096, commits: true } as const;

export const answers: readonly Scenario[] = [
  onTheWay({
    name: "cut",
    what: "answers to creates that were carried out, and to a list, break off in the middle",
    up: [
      { kind: "cut", framing: "length", ...createOfNamed, count: 2 },
      { kind: "cut", framing: "chunks", ...createOfNamed, count: 1 },
      { kind: "cut", framing: "close", ...createOfNamed, count: 1 },
      { kind: "cut", framing: "length", method: "PATCH", count: 1 },
      { kind: "cut", framing: "length", ...list },
    ],
  }),
  onTheWay({
    name: "page-after",
    what: "a web page with 200, and one with 502, instead of the answers to creates that were carried out",
    up: [200, 502].map((status) => ({ kind: "page", status, commits: true, ...createOfNamed, count: 2 })),
  }),
  onTheWay({
    name: "login-page",
    what: "in the middle of a run, a login page with 200 instead of every answer",
    up: [{ kind: "page", status: 200, skip: 6 }],
    fails: [/answered 200: a web page instead of JSON/, urlToCheck],
  }),
  onTheWay({
    name: "bad-gateway",
    what: "in the middle of a run, a web page with 502 instead of every answer, for longer than retries last",
    env: { WORKSPACE_GATEWAY_RETRY_BUDGET: "3" },
    up: [{ kind: "page", status: 502, skip: 6 }],
    fails: [/answered 502: /],
  }),
  onTheWay({
    name: "compressed",
    what: "every answer is compressed with gzip, which nobody has asked for",
    memory: { words: "an ordinary run", most: 400 },
    up: [{ kind: "compressed", encoding: "gzip", truly: true }],
  }),
  onTheWay({
    name: "unreadable",
    what: "creates that were carried out, and a list of a refresh, are answered in an encoding that we cannot read",
    up: [
      { ...zstd, ...createOfNamed, count: 2 },
      { kind: "compressed", encoding: "gzip", truly: false, ...createOfNamed, count: 1 },
    ],
    refresh: [{ ...zstd, ...list }],
    fails: [/an answer in the encoding zstd, which cannot be read/, urlToCheck],
  }),
  onTheWay({
    name: "fifty-megabytes",
    what: "answers of 50 MB to 2 creates that were carried out, and to a list",
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "120" }, // for busy machines
    memory: { words: "3 answers of 50 MB", most: 1000 },
    up: [
      { kind: "padded", megabytes: 50, ...createOfNamed, count: 2 },
      { kind: "padded", megabytes: 50, ...list },
    ],
  }),
  onTheWay({
    name: "millions-of-objects",
    what: "50 MB of nothing but `{}` in answer to 2 creates that were carried out, and to a list of a refresh",
    memory: { words: "3 answers of 17 million objects", most: 1000 },
    up: [{ ...crowd, ...createOfNamed, count: 2 }],
    refresh: [{ ...crowd, ...list }],
    fails: [/with more than 4 million values, which are too many to read/, urlToCheck],
  }),
  onTheWay({
    name: "bomb",
    what: "4 GB, compressed to 4 MB, in answer to 2 creates that were carried out, and to a list of a refresh",
    memory: { words: "3 answers of 4 GB, compressed", most: 600 },
    up: [{ ...bomb, ...createOfNamed, count: 2 }],
    refresh: [{ ...bomb, ...list }],
    fails: [/of more than 64 MB, which is too long to read/, urlToCheck],
  }),
  onTheWay({
    name: "malformed",
    what: "TLS, SMTP, two lengths and 1 MB of headers instead of the answers to creates that were carried out",
    up: [
      { kind: "garbage", of: "tls", commits: true, ...createOfNamed, count: 1 },
      { kind: "garbage", of: "no-http", commits: true, ...createOfNamed, count: 1 },
      { kind: "garbage", of: "two-lengths", commits: true, ...createOfNamed, count: 1 },
      { kind: "headers", kilobytes: 1024, commits: true, ...createOfNamed, count: 1 },
      { kind: "garbage", of: "half-head", method: "PATCH", commits: true, count: 1 },
    ],
  }),
  onTheWay({
    name: "replacement-refused",
    what: "a config is deleted for its replacement, which is refused; its name stays taken for 2 s after each delete",
    variants: { nameHeldMs: 2000 },
    gateway: { kind: "status", status: 400, method: "POST", path: "/configs", count: 1 },
    fails: [/was restored with id /, /pulumi up/],
    seen: (stage) => stage.answered(409),
  }),
  {
    name: "redirect",
    what: "in the middle of a run, a redirect to another host (307) in answer to everything",
    run: (stage) =>
      unheard(stage, (to) => {
        const failsWith = [
          /answered 30\d: a redirect to http:\/\/127\.0\.0\.1:\d+, which is not followed/,
          urlToCheck,
        ];
        // It keeps the method and the body, and a careless client sends the token along.
        return struck(stage, [{ kind: "redirect", status: 307, to, skip: 6 }], { ends: "failed", failsWith });
      }),
  },
  {
    name: "redirect-after",
    what: "redirects to another host (301, 302, 303, 307, 308) in answer to creates that were carried out",
    run: (stage) =>
      unheard(stage, (to) => {
        const redirect = { kind: "redirect", to, commits: true, ...createOfNamed, count: 1 } as const;
        const all = ([301, 302, 303, 307, 308] as const).map((status) => ({ ...redirect, status }));
        return struck(stage, all, { ends: "done" });
      }),
  },
];

/** Gives the URL of another host, and writes down whatever reached it: no request may follow, and so no credential. */
async function unheard(stage: Stage, work: (url: string) => Promise<void>): Promise<void> {
  const witness = await startWitness();
  try {
    await work(`${witness.origin}/api/v1/workspaces`);
    const followed = witness.heard.map(
      (request) => `${request.split("\n", 2).join(" ")} followed a redirect`,
    );
    stage.untrue.push(...followed);
  } finally {
    await witness.close();
  }
}
