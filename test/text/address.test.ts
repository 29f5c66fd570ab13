import { expect, test } from "vitest";
import { hasUser, isReadAsWritten } from "../../provider/text/address.js";

test.each([
  "https://api.openai.com/v1",
  "HTTPS://API.openai.com:443",
  "api.openai.com/v1",
  "localhost:8080/v1",
  "http://[::1]:8080/",
  "http://127.0.0.1:80",
  "https://xn--nlaut-0ra.de",
  "https://user:secret@gateway.example/",
  " https://gateway.example/a b\n",
  "https://gateway.example?to=\\@evil.example",
  "https://gateway.example./",
])("the host of %j is the one that a person reads", (address) => {
  expect(isReadAsWritten(address)).toBe(true);
});

test.each([
  "https://api.openai.com\\@evil.example.org/v1",
  "https://api.openai.com\\.evil.example/",
  "https:\\\\evil.example/",
  "api.openai.com\\@evil.example",
  "https://%61pi.openai.com",
  "https://api.openai.com%2eevil.example",
  "https:///evil.example/v1",
  "https:evil.example",
  "https://",
  "",
  "ftp://gateway.example",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "https://127.1/",
  "https://0x7f.0.0.1/",
  "https://2130706433/",
  "https://ünlaut.de",
  "https://ａpi.openai.com",
  "https://api.openai.com。evil.example/",
  "https://api.open\nai.com",
  "ht\ntps://api.openai.com",
  "https://api.openai.com@evil@example.org/",
  "https://gateway.example:99999/",
  "https://[0:0:0:0:0:0:0:1]/",
])("%j is refused, because its host is hidden or it is no web address", (address) => {
  expect(isReadAsWritten(address)).toBe(false);
});

test.each([
  ["https://user:secret@gateway.example/", true],
  ["https://api.openai.com@evil.example/v1", true],
  ["HTTP://:secret@gateway.example", true],
  [" user@gateway.example/v1", true],
  ["https://gateway.example/@user", false],
  ["https://gateway.example?to=user@example.com", false],
  ["gateway.example/#user@example.com", false],
  ["http://[::1]:8080/", false],
])("%j has a user name or a password: %s", (address, expected) => {
  expect(hasUser(address)).toBe(expected);
});
