import { escapeHtml } from "../http/escape-html.ts";
import type { Reply } from "../http/reply.ts";
import type { Row } from "../json.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** The page on which a person approves an app; it asks no password, for the accounts are made up. */
export function consentPage(
  request: AuthorizationRequest,
  fields: Record<string, string>,
  users: Row[],
): Reply {
  const kept = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const names = users.map(({ username }) => {
    const name = escapeHtml(String(username));
    return `<button name="approve" value="${name}">Approve as ${name}</button>`;
  });
  const scopes = request.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`);
  return page(
    200,
    `<h1>${escapeHtml(String(request.app.name))} asks for access</h1><ul>${scopes.join("")}</ul>
<form method="post">${kept.join("")}${names.join(" ")} <button>Deny</button></form>`,
  );
}

/** Tells the person what the app cannot be told, because where to tell it is in doubt (RFC 6749, 4.1.2.1). */
export function refusalPage(message: string): Reply {
  return page(400, `<h1>This request cannot be approved</h1><p>${escapeHtml(message)}</p>`);
}

function page(status: number, content: string): Reply {
  const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approve</title></head>';
  return {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
    body: `${head}<body>${content}</body></html>`,
  };
}
