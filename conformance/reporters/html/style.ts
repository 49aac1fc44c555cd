/** The style rules of the kit report, links to its parts, filters by verdict, and a search. */

import { ORDER } from '../words.ts';

const PARTS = ['uncovered', 'untested', 'sections', 'generations', 'latency', 'cases', 'exchanges'] as const;

export const CONTENTS = `<nav>${PARTS.map((part) => `<a href="#${part}">${part}</a>`).join(' ')}</nav>`;

/** The filters are boxes for the style sheet, so that they work without scripts, as in some CI servers. */
export const FILTERS = `<p class="filters">Show ${ORDER.map(
  (verdict) => `<label><input type="checkbox" id="show-${verdict}" checked> ${verdict}</label>`,
).join(' ')} <input type="search" id="search" placeholder="search in the cases" aria-label="search in the cases"></p>`;

const FILTER_STYLE = ORDER.map(
  (verdict) => `body:has(#show-${verdict}:not(:checked)) .check.${verdict} { display: none }`,
).join('\n');

/** A search that contains no data of the report. */
export const SEARCH = `<script>
const field = document.getElementById('search');
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/ +/);
  for (const check of document.querySelectorAll('.check')) {
    const text = check.textContent.toLowerCase();
    check.hidden = !words.every((word) => text.includes(word));
  }
});
</script>`;

export const STYLE = `
h1.fail b, .fail .word, .harness-fault .word { color: var(--bad) }
h1.pass b, .pass .word { color: var(--good) }
.warning .word, .inconclusive .word, .untestable .word { color: var(--fault) }
.observed .word, .not-applicable .word { color: var(--soft) }
.block { background: var(--raised); border: 1px solid var(--line); border-left: 4px solid var(--fault); border-radius: 4px; margin: 16px 0; padding: 12px 16px }
.block.fail { border-left-color: var(--bad) }
.block h2 { margin: 0 }
.block small { color: var(--soft); font-size: 13px; font-weight: 400 }
.block details { border: 0 }
.check:target { outline: 2px solid var(--hue) }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 16px 0 }
.filters { display: flex; flex-wrap: wrap; gap: 4px 12px; max-width: none }
.filters label { white-space: nowrap }
.filters input[type='search'] { background: var(--raised); border: 1px solid var(--field); border-radius: 6px; color: inherit; font: inherit; min-width: 240px; padding: 4px 8px }
.check[hidden] { display: none }
.here { color: var(--soft); text-decoration: none }
${FILTER_STYLE}
`.trim();
