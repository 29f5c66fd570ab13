import { expect, test } from "vitest";
import { redactor } from "../../provider/text/redact.js";

const secret = "canary-of-a-note";
const hide = redactor([secret]);

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
])("%s", (_, text, shown) => {
  expect(hide(text)).toBe(shown);
});
