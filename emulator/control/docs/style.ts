/** The style sheet of the docs page: light and dark, wide and narrow. */

export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2128, #d7dde5); --soft: light-dark(#5b6672, #93a0ae);
  --paper: light-dark(#ffffff, #14181d); --tint: light-dark(#f4f6f8, #1c222a); --line: light-dark(#dfe4ea, #2c343e);
  --accent: light-dark(#0b63c5, #6cb2ff); --get: light-dark(#0f7b4f, #5fd39d); --post: light-dark(#0b63c5, #6cb2ff);
  --put: light-dark(#8a5a00, #f0b64d); --delete: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); display: grid;
  grid-template-columns: 18rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; background: var(--tint);
  border-right: 1px solid var(--line); font-size: .875rem; }
nav h2 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.5rem .5rem .25rem; }
nav a { display: flex; gap: .5rem; padding: .2rem .5rem; border-radius: .375rem; color: inherit; text-decoration: none; }
nav a:hover { background: var(--line); }
main { padding: 2rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 70rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 3rem 0 .5rem; text-wrap: balance; }
h1:first-child { margin-top: 0; }
h3 { font-size: 1.05rem; margin: 0; }
h4 { font-size: .8rem; color: var(--soft); margin: 1.25rem 0 .25rem; font-weight: 600; }
a { color: var(--accent); }
.soft { color: var(--soft); }
article { border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; margin: 1.25rem 0; }
article:target { border-color: var(--accent); }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin-bottom: .5rem; }
.method { font: 700 .7rem/1 ui-monospace, monospace; min-width: 3.2em; }
.GET, .HEAD { color: var(--get); } .POST { color: var(--post); } .PUT { color: var(--put); } .DELETE { color: var(--delete); }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; background: var(--tint); padding: .1em .3em;
  border-radius: .25rem; overflow-wrap: anywhere; }
.path { font-size: .95rem; background: none; padding: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.depth-1 { padding-left: 1.25rem; } td.depth-2 { padding-left: 2.5rem; }
.required { font-size: .7rem; color: var(--delete); }
.status { font-weight: 700; font-variant-numeric: tabular-nums; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; } }
@media print { nav { display: none; } body { display: block; } article { break-inside: avoid; } }
`;
