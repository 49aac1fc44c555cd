/** The look of the HTML report; nothing is loaded from anywhere. */

import { FILTER_STYLE } from './find.ts';

export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 1rem }
td, th { border: 1px solid #8886; padding: .15rem .6rem; text-align: left; vertical-align: top }
pre { background: #8882; overflow: auto; padding: .6rem; white-space: pre-wrap; word-break: break-all }
details { border-bottom: 1px solid #8883; padding: .15rem 0 }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem 1rem; margin: .5rem 1rem }
dd { margin: 0; word-break: break-word }
.fail b, th.fail, th.harness-fault, .harness-fault b { color: #c33 }
.counts td { font-size: 1.3rem; text-align: right }
.none { opacity: .5 }
.broken li { margin: .3rem 0 }
.check:target { outline: 2px solid #38a }
.key i { display: inline-block; height: .8em; margin: 0 .3em 0 1em; width: 1.6em }
.warning b, .inconclusive b, .untestable b { color: #b70 }
.pass b { color: #283 }
.note { border-left: 4px solid #b70; padding-left: .8rem }
nav a { margin-right: 1rem }
.filters label { margin-right: .6rem; white-space: nowrap }
.check[hidden] { display: none }
.here { opacity: .5; text-decoration: none }
${FILTER_STYLE}
svg text { fill: currentColor; font-size: 11px }
`.trim();
