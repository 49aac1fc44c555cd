/** The look of the HTML report; nothing is loaded from anywhere. */

import { HTML_STYLE } from '../../text/html-style.ts';
import { FILTER_STYLE } from './find.ts';

export const STYLE = `
${HTML_STYLE}
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem 1rem; margin: .5rem 1rem }
dd { margin: 0; word-break: break-word }
.fail b, th.fail, th.harness-fault, .harness-fault b { color: #c33 }
h1 { font-size: 1.5rem }
h1.fail b { color: #c33 }
h1.pass b { color: #283 }
.spent { opacity: .75 }
.block { border-left: 4px solid #b70; margin: 1.2rem 0; padding-left: 1rem }
.block.fail { border-color: #c33 }
.block h2 { font-size: 1.1rem; margin: 0 }
.block small { font-weight: normal; opacity: .75 }
.check:target { outline: 2px solid #38a }
.key i { display: inline-block; height: .8em; margin: 0 .3em 0 1em; width: 1.6em }
.warning b, .inconclusive b, .untestable b { color: #b70 }
.pass b { color: #283 }
nav a { margin-right: 1rem }
.filters label { margin-right: .6rem; white-space: nowrap }
.check[hidden] { display: none }
.here { opacity: .5; text-decoration: none }
${FILTER_STYLE}
`.trim();
