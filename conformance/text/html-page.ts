/** The frame of the HTML reports of the kit and of the audition, in the style of the panel. It loads no other files. */

import { escapeXml as escape } from './safe-text.ts';

/** The colors equal the colors of `emulator/panel/style/base.css`, as a test requires. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1826, #e8e5f0);
  --soft: light-dark(#625d73, #a5a0b6);
  --ground: light-dark(#f6f5f9, #110f16);
  --raised: light-dark(#fff, #1a1822);
  --tint: light-dark(#f8f7fb, #211e2a);
  --line: light-dark(#eeecf3, #292534);
  --field: light-dark(#8f8b9f, #6b6681);
  --hue: light-dark(#6438d6, #b59bff);
  --good: light-dark(#0b7a4b, #5fd39c);
  --bad: light-dark(#bd2325, #ff8f87);
  --fault: light-dark(#965400, #ffb84d);
  --mark: light-dark(#d97706, #ffb84d);
  --mono: 12px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box }
body { background: var(--raised); color: var(--ink); font: 13px/20px system-ui, sans-serif; margin: 0; overflow-wrap: break-word }
.top { align-items: center; background: var(--raised); border-bottom: 1px solid var(--line); display: flex; gap: 8px; min-height: 44px; padding: 0 16px }
.top b { font-size: 15px; font-weight: 650 }
.top span { color: var(--soft) }
.mark { fill: none; stroke: var(--hue); stroke-width: 2 }
.mark .filled { fill: var(--hue); stroke: var(--raised); stroke-width: 1.5 }
main { margin: 0 auto; max-width: 1120px; padding: 16px 16px 64px }
h1, h2 { font-weight: 650; line-height: 28px; margin: 32px 0 8px }
h1 { font-size: 20px; margin-top: 16px }
h2 { font-size: 15px; line-height: 24px }
p { margin: 8px 0; max-width: 100ch }
a { color: var(--hue) }
:focus-visible { outline: 2px solid var(--hue); outline-offset: 2px }
code, pre { font: var(--mono) }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; overflow: auto; padding: 12px; white-space: pre-wrap; word-break: break-all }
table { border-collapse: collapse; display: block; font-variant-numeric: tabular-nums; margin: 8px 0 16px; max-width: 100%; overflow-x: auto }
td, th { border-bottom: 1px solid var(--line); padding: 4px 16px 4px 0; text-align: left; vertical-align: top }
th { color: var(--soft); font-weight: 600 }
details { border-bottom: 1px solid var(--line) }
summary { cursor: pointer; padding: 4px 0 }
dl { display: grid; gap: 4px 16px; grid-template-columns: minmax(64px, max-content) minmax(0, 1fr); margin: 8px 0 }
dt { color: var(--soft) }
dd { margin: 0; word-break: break-word }
.word::before { background: currentcolor; border-radius: 50%; content: ''; display: inline-block; height: 8px; margin-right: 8px; width: 8px }
.note { border-left: 4px solid var(--mark); padding-left: 12px }
.about, .soft { color: var(--soft) }
.key { display: flex; flex-wrap: wrap; gap: 0 16px }
.key i { border-radius: 2px; display: inline-block; height: 10px; margin-right: 8px; width: 20px }
svg text { fill: currentColor; font-size: 11px }
@media (max-width: 480px) { dl { grid-template-columns: minmax(0, 1fr) } dd { margin-bottom: 8px } }
@media print { .top, nav, .filters { display: none } details { break-inside: avoid } }
`.trim();

const MARK =
  '<svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="12.5" cy="7.5" r="5.5"/><circle cx="7.5" cy="12.5" r="6.5" class="filled"/></svg>';

interface HtmlPage {
  readonly title: string;
  /** The command that wrote the report. */
  readonly command: string;
  /** Style rules of this report only. */
  readonly style: string;
  readonly body: readonly string[];
}

/** Renders one self-contained page. */
export function htmlPage({ title, command, style, body }: HtmlPage): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escape(title)}</title><style>${STYLE}\n${style}</style></head><body>`,
    `<header class="top">${MARK}<b>Standin</b><span>${escape(command)}</span></header><main>`,
    ...body,
    '</main></body></html>',
    '',
  ].join('\n');
}

/** Renders a table. Its cells are HTML. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}
