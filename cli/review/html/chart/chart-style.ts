/** What charts add to the look of drawings. It has none of the characters that `html` escapes. */
export const chartStyle = `
.charts { display: flex; flex-wrap: wrap; gap: 12px 40px; }
.charts div { max-width: 340px; }
.charts h3 { margin-bottom: 6px; }
svg rect.ground { fill: var(--ground); stroke: none; }
svg text.heading { font-size: 15px; font-weight: 600; }
svg path.base { stroke: var(--line); stroke-width: 1; }
svg path.sure { fill: var(--blue); stroke: none; }
svg .all path.sure { fill: var(--muted); }
svg path.perhaps { stroke: var(--blue); stroke-dasharray: 3 3; }
svg .all path.perhaps { stroke: var(--muted); }
`;
