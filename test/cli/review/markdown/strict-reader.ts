const allowedTags = ["details", "summary", "sub", "sup", "del", "ins", "code"];
const voidTags = ["br"];

/** What a comment says, told apart as GitHub would: what stands in code, and what it would read as Markdown. */
export interface Read {
  /** The lines of the blocks of code, with the language of each block. */
  readonly blocks: readonly { readonly language: string; readonly lines: readonly string[] }[];
  /** All other lines, without their code spans. */
  readonly lines: readonly string[];
  readonly open: boolean;
}

/** Reads fences and code spans by the rules of CommonMark, without anything of the code under test. */
export function readMarkdown(text: string): Read {
  const blocks: { language: string; lines: string[] }[] = [];
  const lines: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const [, ticks = "", info = ""] = /^ *(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === "" && ticks !== "" && !info.includes("`")) {
      fence = ticks;
      blocks.push({ language: info, lines: [] });
    } else if (fence !== "" && ticks.startsWith(fence) && info.trim() === "") {
      fence = "";
    } else if (fence !== "") {
      blocks.at(-1)?.lines.push(line);
    } else {
      lines.push(withoutCodeSpans(line));
    }
  }
  return { blocks, lines, open: fence !== "" };
}

/** A run of back-ticks and the next one of the same length enclose code; a run without such a one is text. */
function withoutCodeSpans(line: string): string {
  return line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g, "‹code›");
}

/** What is wrong in what would be read as Markdown: what could be markup of somebody else, call or load. */
export function faultsOf({ lines, open }: Read): string[] {
  const [marker = "", ...rest] = lines;
  return [
    ...(open ? ["a block of code is not closed"] : []),
    ...(/^<!-- workspace-gateway review: [\w./-]+ -->$/.test(marker) ? [] : [`marker: ${marker}`]),
    ...unbalanced(rest.join("\n")),
    ...rest.flatMap((line) => suspicious(line).map((fault) => `${fault}: ${line}`)),
  ];
}

function unbalanced(text: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = ""] of text.matchAll(/<(\/?)([a-z]+)>/g)) {
    if (voidTags.includes(name)) {
      continue;
    }
    if (slash === "") {
      open.push(name);
    } else if (open.pop() !== name) {
      return [`</${name}> closes what is not open`];
    }
  }
  return open.map((name) => `<${name}> is not closed`);
}

/** How the titles of comments begin; any other one is somebody else's. */
const ownTitle =
  /^#{2,3} (?:[🔴🟠🟡🟢] |⛔ Refused|Look at|Also|Routing,|Refused|Allowed|Changes|Only|Preview warnings|Changed|Cannot|Limits)/u;

/** Outside of code, none of these is ever needed. */
const never: readonly (readonly [string, RegExp])[] = [
  ["mention", /@(?!&#8203;)/],
  ["reference", /(?<![&\w])#\w|GH-\d|!\d/],
  ["image or link", /!\[|\]\(|\]\[|\]:/],
  ["address", /:\/\/|www\./],
  ["back-tick", /`/],
  ["back-slash", /\\/],
  ["quick action", /^\s*\/\w/],
  ["control or direction", /(?!\u200d)[\p{Cc}\p{Cf}]/u],
  ["entity that is none", /&(?!#\d+;)/],
  ["math", /\$/],
  ["rule of its own", /^\s*(?:=+|(?:-\s*){3,})$/],
];

function suspicious(line: string): string[] {
  const tags = [...allowedTags, ...voidTags].join("|");
  const bare = line.replace(new RegExp(`</?(?:${tags})>`, "g"), "");
  const isStranger = /^\s*#+(?:\s|$)/.test(line) && !ownTitle.test(line);
  const isTableRule = /^(?:\s*\|[ -]*)+\|$/.test(line);
  const faults = never.flatMap(([fault, pattern]) => (pattern.test(bare) ? [fault] : []));
  return isTableRule
    ? []
    : [...faults, ...(/[<>]/.test(bare) ? ["tag"] : []), ...(isStranger ? ["title"] : [])];
}
