/** The colours of what is shown, by light and in the dark. It has none of the characters that `html` escapes. */
export const palette = `:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --muted: #59636e; --link: #0860c9;
  --green: #116329; --green-ground: #e6ffec; --green-mark: #abf2bc;
  --red: #a40e26; --red-ground: #ffebe9; --red-mark: #ffc1bc;
  --amber: #7a4a00; --amber-ground: #fff4cf; --blue: #0a4fa3; --blue-ground: #ddf0ff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #151b23; --line: #3d444d; --text: #e6edf3; --muted: #9aa3ad; --link: #6cb0ff;
    --green: #7ee787; --green-ground: #10291c; --green-mark: #1b5e33;
    --red: #ffaba3; --red-ground: #331519; --red-mark: #7d252b;
    --amber: #e9bd57; --amber-ground: #2b2212; --blue: #8cc4ff; --blue-ground: #12263f;
  }
}
`;

/** How drawings look: boxes, their texts, and lines. */
export const drawingStyle = `svg text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace; fill: var(--text); }
svg text.sub { font-size: 11px; fill: var(--muted); }
svg text.column { font-size: 12px; fill: var(--muted); }
svg rect { fill: var(--panel); stroke: var(--line); }
svg .moved rect { stroke: var(--blue); stroke-width: 2; fill: var(--blue-ground); }
svg .created rect { stroke: var(--green); stroke-width: 1.5; fill: var(--green-ground); }
svg .deleted rect { stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 5 4; fill: var(--red-ground); }
svg .outside rect, svg .unknown rect { stroke: var(--amber); stroke-dasharray: 2 3; fill: var(--amber-ground); }
svg .nowhere rect { stroke: var(--red); stroke-width: 2; fill: var(--red-ground); }
svg .created .sub { fill: var(--green); }
svg .moved .sub { fill: var(--blue); }
svg .deleted .sub, svg .nowhere .sub { fill: var(--red); }
svg .outside .sub, svg .unknown .sub { fill: var(--amber); }
svg path { fill: none; stroke: var(--muted); stroke-width: 1.25; }
svg path.before { stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 6 5; }
svg path.after { stroke: var(--blue); stroke-width: 2.25; }
svg path.lost { stroke: var(--red); stroke-width: 2.25; }
svg path.head { stroke: none; fill: var(--muted); }
svg path.head.before, svg path.head.lost { fill: var(--red); }
svg path.head.after { fill: var(--blue); }
`;
