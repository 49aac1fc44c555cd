/** What the HTML reports of the kit and of the audition look like alike; nothing is loaded from anywhere. */

export const HTML_STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 72rem; overflow-wrap: break-word; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 1rem }
td, th { border: 1px solid #8886; padding: .15rem .6rem; text-align: left; vertical-align: top }
pre { background: #8882; overflow: auto; padding: .6rem; white-space: pre-wrap; word-break: break-all }
details { border-bottom: 1px solid #8883; padding: .3rem 0 }
.note { border-left: 4px solid #b70; padding-left: .8rem }
svg text { fill: currentColor; font-size: 11px }
`.trim();
