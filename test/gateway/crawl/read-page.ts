import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

const UNREAD = new Set(["script", "style", "noscript", "template", "title"]);
/** Enough of a page to search in. */
const MAX_CONTENT = 5000;

/** A page that was found; its shape is not shown in the API document. */
export interface Page {
  url: string;
  title: string;
  content: string;
}

export function readPage(html: string, url: string): Page & { links: string[] } {
  const texts: string[] = [];
  const links: string[] = [];
  let title = "";
  let base = url;
  for (const node of walk(parse(html))) {
    if (node.nodeName === "#text" && "value" in node) texts.push(node.value);
    if (node.nodeName === "title" && title === "") title = textOf(node);
    if (node.nodeName === "base") base = URL.parse(attribute(node, "href") ?? "", url)?.href ?? base;
    const link = node.nodeName === "a" ? linkOf(node, base) : undefined;
    if (link !== undefined) links.push(link);
  }
  const content = texts.join(" ").replaceAll(/\s+/g, " ").trim().slice(0, MAX_CONTENT);
  return { url, title: title.trim(), content, links };
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if (UNREAD.has(node.nodeName) || !("childNodes" in node)) return;
  for (const child of node.childNodes) yield* walk(child);
}

function textOf(node: Node): string {
  if (!("childNodes" in node)) return "";
  return node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

function linkOf(node: Node, base: string): string | undefined {
  const href = attribute(node, "href");
  const url = href === undefined ? null : URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href;
}

function attribute(node: Node, name: string): string | undefined {
  return "attrs" in node ? node.attrs.find((attr) => attr.name === name)?.value : undefined;
}
