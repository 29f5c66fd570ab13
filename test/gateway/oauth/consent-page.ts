import { html } from "hono/html";
import type { Reply } from "../http/reply.ts";
import type { Row } from "../json.ts";

type Html = ReturnType<typeof html>;

/** The page on which a person approves an app; it asks no password, for the accounts are made up. */
export function consentPage(app: Row, scopes: string[], fields: Record<string, string>, users: Row[]): Reply {
  const kept = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const buttons = users.map(
    ({ username }) => html`<button name="approve" value="${username}">Approve as ${username}</button> `,
  );
  return page(
    200,
    html`<h1>${app.name} asks for access</h1><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<form method="post">${kept}${buttons}<button>Deny</button></form>`,
  );
}

/** Tells the person what the app cannot be told, because where to tell it is in doubt (RFC 6749, 4.1.2.1). */
export function refusalPage(message: string): Reply {
  return page(400, html`<h1>This request cannot be approved</h1><p>${message}</p>`);
}

function page(status: number, content: Html): Reply {
  const head = html`<head><meta charset="utf-8"><title>Approve</title></head>`;
  return {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
    body: String(html`<!doctype html><html lang="en">${head}<body>${content}</body></html>`),
  };
}
