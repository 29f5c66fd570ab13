import { expect, test } from "vitest";
import { passwordsIn, redactor } from "../../provider/text/redact.js";

const secret = "canary-of-a-note";
const others = ["Mixed-Case-Tenant", "run `it`\twith care", "1234567890", "2345678.25", "98765432109876"];
const hide = redactor([secret, ...others]);

test.each([
  ["a password in a URL", "https://user:pa55@host/x", "https://user:[secret]@host/x"],
  ["a password with an at sign", "https://user:p@55@host", "https://user:[secret]@host"],
  ["a password without a user", "redis://:pa55@host", "redis://:[secret]@host"],
  [
    "a password beside an address",
    "https://me@corp.example:pa55@host",
    "https://me@corp.example:[secret]@host",
  ],
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
  ["a secret", `a ${secret} b`, "a [secret] b"],
  ["a secret that is cut off", `a ${secret.slice(0, 9)}…`, "a [secret]…"],
  ["other text that is cut off", "a canal…", "a canal…"],
  ["a secret that is cut off by three dots", `a ${secret.slice(0, 9)}...`, "a [secret]..."],
  ["a secret whose beginning is cut off", `a …${secret.slice(4)}`, "a …[secret]"],
  ["a secret in a host, in lower case", "https://mixed-case-tenant.example/x", "https://[secret].example/x"],
  ["a secret in Markdown", "a canary\\-of\\-a\\-note", "a [secret]"],
  ["a secret in HTML", "<b>mixed&#45;case-tenant</b>", "<b>[secret]</b>"],
  ["a secret with back-ticks, quoted", "`run 'it' with care`", "`[secret]`"],
  ["a secret with a tab, as one line", "run `it` with care", "[secret]"],
  ["a secret with a tab that is shown", "run `it`⇥with care", "[secret]"],
  ["a secret number", "from 1234567890 on", "from [secret] on"],
  [
    "a secret number for people",
    "1,234,567,890 → 5, 1 234 567 890, 1_234_567_890",
    "[secret] → 5, [secret], [secret]",
  ],
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

test("the passwords of an address are found as they stand there and as programs read them", () => {
  expect(passwordsIn("https://u:p%4055@h redis://:p#1@h https://token:@h")).toEqual([
    ...["p%4055", "p@55", "p#1", "token"],
  ]);
});
