import { drawingStyle, palette } from "./drawing-style.js";

/**
 * How the page looks. It has none of the characters that `html` escapes: so it passes through like any other text, and
 * nothing needs a way around the escaping.
 */
export const style = `
${palette}* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 15px/1.5 -apple-system, BlinkMacSystemFont, Segoe UI, Noto Sans, Helvetica, Arial, sans-serif;
}
.page { max-width: 1240px; margin: 0 auto; padding: 32px 24px 64px; }
h1, h2, h3, h4, p, ul, ol, figure, table { margin: 0; padding: 0; }
h1 { font-size: 26px; line-height: 1.25; }
h2 { font-size: 20px; line-height: 1.3; padding-bottom: 6px; border-bottom: 1px solid var(--line); margin-bottom: 16px; }
h3 { font-size: 16px; line-height: 1.4; }
h4 { font-size: 13px; margin: 16px 0 6px; color: var(--muted); }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, .ask :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, .mono { font: 0.88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace; }
code, td, ins, del, .name { unicode-bidi: isolate; }
ins, del { text-decoration: none; }
section { margin-top: 36px; scroll-margin-top: 16px; }
ul, ol { padding-left: 22px; }
li { margin: 4px 0; }
sup { font-size: 11px; line-height: 0; }
.muted { color: var(--muted); }
.small { font-size: 13px; }

header { display: grid; gap: 14px; }
.over { color: var(--muted); font-size: 13px; }
.headline { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 8px; }
.alert { padding: 12px 16px; border: 2px solid var(--red); border-radius: 6px; background: var(--red-ground); color: var(--red); font-weight: 600; }
.headline li { margin: 0; padding: 4px 12px; border-radius: 6px; background: var(--panel); border: 1px solid var(--line); font-weight: 600; }
.badge {
  display: inline-block; padding: 0 8px; border-radius: 10px; font-size: 12px; line-height: 20px; font-weight: 600;
  white-space: nowrap; background: var(--panel); color: var(--muted); vertical-align: 1px;
}
header .high { color: var(--red); }
header .medium { color: var(--amber); }
header .low { color: var(--green); }
.badge.create, .badge.added, .badge.low { background: var(--green-ground); color: var(--green); }
.badge.delete, .badge.removed, .badge.high { background: var(--red-ground); color: var(--red); }
.badge.replace, .badge.medium { background: var(--amber-ground); color: var(--amber); }
.badge.update, .badge.changed { background: var(--blue-ground); color: var(--blue); }

.columns { display: grid; gap: 0 40px; }
nav { font-size: 14px; margin-top: 28px; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { min-width: 0; }

.list:has(.finding) { list-style: none; padding: 0; display: grid; gap: 8px; }
.finding { margin: 0; padding: 8px 14px; border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 6px; }
.finding.high { border-left-color: var(--red); }
.finding.medium { border-left-color: var(--amber); }
.finding.low { border-left-color: var(--green); }

figure { margin: 12px 0 20px; }
figcaption { margin-bottom: 8px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
svg { display: block; }
.legend { list-style: none; padding: 0; margin-top: 8px; display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 13px; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 8px; margin: 0; }
${drawingStyle}
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; color: var(--muted); font-size: 13px; padding: 6px 0; }
th, td { text-align: left; vertical-align: baseline; padding: 5px 12px 5px 0; border-top: 1px solid var(--line); min-width: 72px; }
thead th { border-top: 0; color: var(--muted); font-weight: 600; font-size: 13px; }
tbody th { font-weight: 400; }
.routes { padding: 4px 12px; margin: 8px 0; }
.routes table { min-width: 640px; }
.routes strong { color: var(--red); }
.values { margin: 8px 0 0; font-size: 14px; }
.values div { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 0 12px; padding: 5px 0; border-top: 1px solid var(--line); }
.values dt { color: var(--muted); }
.values dd { margin: 0; }
.values del { color: var(--red); }
.values ins { color: var(--green); }

.ask { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin-bottom: 10px; }
.ask p:first-child { flex: 1 1 260px; }
.ask label { display: block; color: var(--muted); font-size: 13px; margin-bottom: 2px; }
.ask input, .ask select, .ask button {
  font: inherit; height: 38px; padding: 6px 10px; border: 1px solid var(--muted); border-radius: 6px; background: var(--ground); color: var(--text); max-width: 100%;
}
.ask input { width: 100%; }
.ask button { background: var(--panel); font-weight: 600; cursor: pointer; }
.answer { margin: 16px 0; font-weight: 600; }
.answer ~ div h3 { margin-top: 16px; }

details { margin-top: 8px; }
summary { cursor: pointer; }
.change {
  margin: 0 0 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px; scroll-margin-top: 16px;
}
.many .change { content-visibility: auto; contain-intrinsic-size: auto 52px; }
.change h3 { display: inline; font-weight: 600; }
.change .about, header .about { color: var(--muted); }
.change.high { border-left: 4px solid var(--red); }
.change.medium { border-left: 4px solid var(--amber); }
.group { margin: 0 0 12px; }
.group-title, .group summary:first-child { font-weight: 600; margin: 16px 0 8px; }
.change .about { margin-top: 2px; color: var(--muted); font-size: 13px; }
.change:target { border-color: var(--link); }
.notes { list-style: none; padding: 8px 12px; margin: 10px 0; border-radius: 6px; background: var(--amber-ground); color: var(--amber); }
.diff { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.row { display: grid; grid-template-columns: 26px 1fr; white-space: pre-wrap; min-height: 20px; font-size: 13px; line-height: 20px; }
.sign { text-align: center; color: var(--muted); user-select: none; }
.row.plus { background: var(--green-ground); }
.row.minus { background: var(--red-ground); }
.row.plus .sign { color: var(--green); }
.row.minus .sign { color: var(--red); }
.row.changed { background: var(--blue-ground); }
.row.changed .sign { color: var(--blue); }
.row.gap { background: var(--panel); color: var(--muted); }
.row ins { background: var(--green-mark); border-radius: 3px; }
.row del { background: var(--red-mark); border-radius: 3px; }
footer { margin-top: 48px; color: var(--muted); font-size: 13px; border-top: 1px solid var(--line); padding-top: 12px; }

@media (min-width: 1080px) {
  .columns { grid-template-columns: 168px minmax(0, 1fr); }
  nav { position: sticky; top: 24px; align-self: start; margin-top: 40px; }
  nav ul { display: grid; gap: 6px; }
}
@media (max-width: 600px) {
  .page { padding: 20px 14px 40px; }
  .values div { grid-template-columns: minmax(0, 1fr); }
  .values del { display: block; }
  .routes table, .routes tbody, .routes tr, .routes td { display: block; min-width: 0; }
  .routes thead { display: none; }
  .routes tr { border-top: 1px solid var(--line); padding: 6px 0; }
  .routes td { border: 0; padding: 1px 0; }
  .routes td:not(:first-child):not(:empty)::before { content: attr(data-head); color: var(--muted); font-size: 13px; margin-right: 8px; }
  h1 { font-size: 22px; }
}
@media print {
  .page { max-width: none; padding: 0; }
  nav, .live { display: none; }
  .columns { display: block; }
  .many .change { content-visibility: visible; }
  .change { break-inside: avoid-page; }
  .scroll { overflow: visible; border: 0; }
  figure svg { max-width: 100%; height: auto; }
  ::details-content { content-visibility: visible; block-size: auto; }
}
`;
