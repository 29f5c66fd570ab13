import { createHash } from "node:crypto";
import { html, type Markup, scriptMarkup } from "./markup.js";
import { style } from "./style.js";

/**
 * What is in a page, as a page that needs nothing else. Nothing is loaded, and only the page's own style and script are let in, by
 * their digests.
 */
export function framed(title: string, inside: Markup, script?: string, moreStyle = ""): string {
  const looks = `${style}${moreStyle}`;
  const runs = script === undefined ? "" : ` script-src ${digestOf(script)};`;
  const policy = `default-src 'none'; style-src ${digestOf(looks)};${runs} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${looks}</style>
</head>
<body>
<div class="page">
${inside}
<footer>Written by workspace-gateway. It shows what was known when it was written.</footer>
</div>
${script !== undefined && scriptMarkup("ask-script", script)}
</body>
</html>
`.toString();
}

function digestOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
