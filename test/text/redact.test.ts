import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordsIn, redact, redactor } from "../../provider/text/redact.js";

const hex = (text: string) => Buffer.from(text).toString("hex");
const unicode = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => text.toUpperCase();
const byNumbers = (text: string, spell: (point: number) => string) =>
  Array.from(text, (character) => `&${spell(character.codePointAt(0) ?? 0)};`).join("");
const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const html = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
const form = (text: string) => new URLSearchParams({ key: text }).toString();

type Spell = (secret: string) => string;

/** How a secret may be spelled, and what is left of the spelling when it is hidden. */
const spellings: [name: string, spell: Spell, left?: string][] = [
  ["in a form", form, "key=[secret]"],
  ["in a form with small letters", (secret) => form(secret).replace(/%../g, lower), "key=[secret]"],
  ["in a URL that leaves what it may", encodeURI],
  ["in unicode escapes", unicode],
  ["in unicode escapes with capitals", (secret) => unicode(secret).replace(/[a-f]/g, upper)],
  ["in JSON within JSON", (secret) => JSON.stringify(JSON.stringify(secret)), '"\\"[secret]\\""'],
  ["in base64", (secret) => Buffer.from(secret).toString("base64")],
  ["in base64 for URLs", (secret) => Buffer.from(secret).toString("base64url")],
  ["in hex", hex],
  ["in hex with capitals", (secret) => hex(secret).toUpperCase()],
  ["in a web page", html],
  ["in a web page, by numbers", (secret) => byNumbers(secret, (point) => `#${point}`)],
  ["in a web page, by hex numbers", (secret) => byNumbers(secret, (point) => `#x${point.toString(16)}`)],
  ["in JSON in a web page", (secret) => html(JSON.stringify(secret)), "&quot;[secret]&quot;"],
];

const secrets = fc.oneof(
  fc.string({ minLength: 8 }),
  fc.string({ unit: "grapheme", minLength: 8 }).filter((text) => text.isWellFormed()),
  fc.constantFrom("sk-proj-abc/def+ghi=", 'a"quoted"\\key', "käse & brot <1>", "100%25 sure+thing"),
);

test.each(spellings.map(([name, spell, left = "[secret]"]) => [name, spell, left] as const))(
  "a secret is hidden %s",
  (_name, spell, left) => {
    fc.assert(
      fc.property(
        secrets.filter((secret) => secret.trim().length >= 8),
        (secret) => {
          expect(redact(`it was ${spell(secret)} .`, [secret])).toBe(`it was ${left} .`);
        },
      ),
    );
  },
);

const plain: Record<string, Spell> = {
  "as it is": (secret) => secret,
  "as JSON spells it": (secret) => JSON.stringify({ api_key: secret }),
  "as a path spells it": (secret) => `/x/${encodeURIComponent(secret)}`,
};

test.each(Object.entries(plain))("a secret is hidden %s", (_name, spell) => {
  // Brackets keep the secret from being a part of the words around it.
  const short = fc.string({ unit: "grapheme", minLength: 3 }).map((text) => `<${text}>`);
  fc.assert(
    fc.property(short, (secret) => {
      const shown = redact(spell(secret), [secret]);
      expect(shown).toContain("[secret]");
      expect(shown).not.toContain(secret);
    }),
  );
});

test.each(["base64", "base64url"] as const)("a secret within a text encoded in %s is hidden", (encoding) => {
  const secret = "sk-upstream-0123456789";
  for (const before of ["", "a", "ab", "abc", "user:"]) {
    for (const after of ["", "z", "zy"]) {
      const spelled = Buffer.from(before + secret + after).toString(encoding);
      const shown = redact(spelled, [secret]);
      expect(shown).toContain("[secret]");
      expect(Buffer.from(shown.replace("[secret]", ""), "base64").toString("latin1")).not.toMatch(
        /k-u|567|89$/,
      );
      expect(shown.length).toBeLessThan(20);
    }
  }
});

test.each(["s", "e", "se", "secret", "[secret]", "ecre", "]"])(
  "the placeholder is not mistaken for the secret %j",
  (secret) => {
    const shown = redact(`it is ${secret}, sk-other-key`, [secret, "sk-other-key"]);
    expect(shown).toBe("it is [secret], [secret]");
    expect(redact(shown, [secret, "sk-other-key"])).toBe(shown);
  },
);

test.each([
  ["a secret inside another", ["123", "key-123-abc"], "key-123-abc and 123", "[secret] and [secret]"],
  ["an empty secret hides nothing", [""], "all of it", "all of it"],
  ["every occurrence is hidden", ["s3cr3t"], "s3cr3t, s3cr3t", "[secret], [secret]"],
  [
    "a short secret is hidden where it stands alone, and words keep their letters",
    ["a"],
    'key "a" of account a: a1, ab, ä',
    'key "[secret]" of account [secret]: a1, ab, ä',
  ],
])("%s", (_law, secrets, text, shown) => {
  expect(redact(text, secrets)).toBe(shown);
});

test("a secret cut off by the length limit is not shown in part", () => {
  const text = `${"x".repeat(50)}sk-upstrea`;
  expect(redact(text, ["sk-upstream-0123456789"], 50)).toBe("x".repeat(50));
});

const noted = "canary-of-a-note";

const others = ["Mixed-Case-Tenant", "run `it`\twith care", "1234567890", "2345678.25", "98765432109876"];

const hide = redactor([noted, ...others]);

test.each([
  ["a password in a URL", "https://user:pa55@host/x", "https://user:[secret]@host/x"],
  ["a password with an at sign", "https://user:p@55@host", "https://user:[secret]@host"],
  ["a password without a user", "redis://:pa55@host", "redis://:[secret]@host"],
  ["a password beside an address", "https://me@a.example:pa55@h", "https://me@a.example:[secret]@h"],
  ["a token in place of a user", "https://sk-live-abc:@host", "https://[secret]:@host"],
  ["a password without slashes", "https:user:pa55@host", "https:user:[secret]@host"],
  ["a password after one slash", "https:/user:pa55@host", "https:/user:[secret]@host"],
  ["a user without a password", "ssh://git@host", "ssh://git@host"],
  ["times and addresses", "at 12:30 ada@host, mailto:ada@host", "at 12:30 ada@host, mailto:ada@host"],
  ["a password in JSON that escapes slashes", '"https:\\/\\/u:pa55@h"', '"https:\\/\\/u:[secret]@h"'],
  ["a password in an encoded URL", encodeURIComponent("https://u:pa55@h"), "https%3A%2F%2Fu%3A[secret]%40h"],
  ["a password in HTML", "https://u:pa55&#64;h", "https://u:[secret]&#64;h"],
  ["a password that is masked already", "https://u:[secret]@h", "https://u:[secret]@h"],
  ["a port and an at sign in the path", "https://host:8080/a@b", "https://host:8080/a@b"],
  ["an address of a person beside a URL", "https://host:80, ada@host", "https://host:80, ada@host"],
  ["a secret", `a ${noted} b`, "a [secret] b"],
  ["a secret that is cut off", `a ${noted.slice(0, 9)}…`, "a [secret]…"],
  ["other text that is cut off", "a canal…", "a canal…"],
  ["a secret that is cut off by three dots", `a ${noted.slice(0, 9)}...`, "a [secret]..."],
  ["a secret whose beginning is cut off", `a …${noted.slice(4)}`, "a …[secret]"],
  ["a secret in a host, in lower case", "https://mixed-case-tenant.example/x", "https://[secret].example/x"],
  ["a secret in Markdown", "a canary\\-of\\-a\\-note", "a [secret]"],
  ["a secret in HTML", "<b>mixed&#45;case-tenant</b>", "<b>[secret]</b>"],
  ["a secret with back-ticks, quoted", "`run 'it' with care`", "`[secret]`"],
  ["a secret with a tab, as one line", "run `it` with care", "[secret]"],
  ["a secret with a tab that is shown", "run `it`⇥with care", "[secret]"],
  ["a secret number", "from 1234567890 on", "from [secret] on"],
  ["a secret number, grouped", "1,234,567,890, 1 234 567 890, 1_234_567_890", "[secret], [secret], [secret]"],
  ["a secret amount", "$2,345,678.25", "$[secret]"],
  ["a long secret number, rounded", "98,765,432,109,900", "[secret]"],
  ["other numbers", "1,234,567,089 and 98,765,432,108", "1,234,567,089 and 98,765,432,108"],
  ["a password with a quote", 'redis://u:pa"55@h', "redis://u:[secret]@h"],
  ["a password with a hash and a question mark", "postgres://u:p#a?55@h/db", "postgres://u:[secret]@h/db"],
  ["a password with a slash", "amqp://u:pa/55@h/x", "amqp://u:[secret]@h/x"],
  ["a port before a query", "https://host:8080?mail=ada@host", "https://host:8080?mail=ada@host"],
  ["a port in JSON", '{"a":"https://host:80","b":"ada@host"}', '{"a":"https://host:80","b":"ada@host"}'],
  ["an address with six groups", "https://[::1]:80/a@b", "https://[::1]:80/a@b"],
])("%s", (_, text, shown) => {
  expect(hide(text)).toBe(shown);
});

test("the passwords in an address are found in encoded and decoded form", () => {
  expect(passwordsIn("https://u:p%4055@h redis://:p#1@h https://token:@h")).toEqual([
    ...["p%4055", "p@55", "p#1", "token"],
  ]);
});
