/** The style rules of the audition report only. */

export const AUDITION_STYLE = `
.hung, .crashed, .broken { color: var(--bad) }
.untestable, .gave-up, .weak { color: var(--warn) }
.unsupported, .unreached { color: var(--soft) }
.sound { color: var(--good) }
.grid a, .grid th { white-space: nowrap }
.grid .many a { display: inline-block; margin-right: 16px }
.case { padding: 4px 0 16px 16px; scroll-margin-top: 40px }
.chart { display: grid; gap: 0 12px; grid-template-columns: minmax(112px, max-content) minmax(0, 1fr); font-size: 12px; margin: 12px 0 }
.chart span { line-height: 18px; white-space: nowrap }
.chart .tick { stroke: var(--line) }
.key .hollow { background: none; border: 1px dashed; height: 6px; vertical-align: 2px }
@media (max-width: 480px) { .grid { font-size: 12px } .case { padding-left: 0 } }
`.trim();
