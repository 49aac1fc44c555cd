/** Navigation in the HTML report: links to its parts, filters by verdict, and a search. */

import { ORDER } from '../words.ts';

const PARTS = ['uncovered', 'untested', 'sections', 'generations', 'latency', 'cases', 'exchanges'] as const;

export const CONTENTS = `<nav>${PARTS.map((part) => `<a href="#${part}">${part}</a>`).join(' ')}</nav>`;

/** The filters are boxes for the style sheet, so that they work without scripts, as in some CI servers. */
export const FILTERS = `<p class="filters">Show ${ORDER.map(
  (verdict) => `<label><input type="checkbox" id="show-${verdict}" checked> ${verdict}</label>`,
).join(' ')} <input type="search" id="search" placeholder="search in the cases" aria-label="search in the cases"></p>`;

export const FILTER_STYLE = ORDER.map(
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
