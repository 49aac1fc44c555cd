/** The look of the HTML report; nothing is loaded from anywhere. */

import { HTML_STYLE } from '../../../conformance/text/html-style.ts';

export const AUDITION_STYLE = `
${HTML_STYLE}
.hung, .crashed, .broken { color: light-dark(#b22, #f77) }
.untestable, .gave-up, .weak { color: light-dark(#960, #da5) }
.unsupported, .unreached { color: light-dark(#666, #aaa) }
.sound { color: light-dark(#262, #7c8) }
.about { opacity: .75 }
.grid { overflow-x: auto }
.grid a, .grid th { white-space: nowrap }
@media (max-width: 40rem) { .grid { font-size: 12px } .grid :is(td, th) { padding: .15rem .35rem } }
.grid .many a { display: inline-block; margin-right: .9rem }
.case { scroll-margin-top: 2.5rem }
.chart { display: grid; gap: 0 .8rem; grid-template-columns: minmax(7.5rem, max-content) minmax(0, 1fr); font-size: 12px; margin: .8rem 0 }
.chart span { line-height: 18px; white-space: nowrap }
.chart .tick { stroke: #8884 }
.key { display: flex; flex-wrap: wrap; gap: 0 1.2em }
.key i { display: inline-block; height: .8em; margin-right: .4em; width: 1.6em }
.key .hollow { background: none; border: 1px dashed; height: .4em; vertical-align: .2em }
`.trim();
