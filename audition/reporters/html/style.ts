/** The look of the HTML report; nothing is loaded from anywhere. */

export const AUDITION_STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 1rem }
td, th { border: 1px solid #8886; padding: .15rem .6rem; text-align: left; vertical-align: top }
pre { background: #8882; overflow: auto; padding: .6rem; white-space: pre-wrap; word-break: break-all }
details { border-bottom: 1px solid #8883; padding: .3rem 0 }
.hung, .crashed, .broken { color: #c33 }
.untestable, .gave-up, .weak { color: #b70 }
.unsupported, .unreached { color: #777 }
.sound { color: #283 }
.note { border-left: 4px solid #b70; padding-left: .8rem }
svg { display: block; margin: .6rem 0 }
svg text { fill: currentColor; font-size: 11px }
.key i { display: inline-block; height: .8em; margin: 0 .3em 0 1em; width: 1.6em }
`.trim();
