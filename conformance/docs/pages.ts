/** The generated pages of the kit. The page of a section has a line for each case. `explain <id>` shows the rest. */

import { SECTIONS, type Section } from '../../contract/requirements/requirement.ts';
import { requirementsOf } from '../../contract/requirements/requirements.ts';
import { blocks, table } from '../../contract/docs/markdown.ts';
import { CHECKS } from '../checks/checks.ts';
import type { Check } from '../engine/define.ts';
import { FIRST_EDITION } from '../engine/edition.ts';
import { sectionOf } from '../engine/judge.ts';
import { sentencesPage } from './sentences-page.ts';

const HEAD = '<!-- Made by `npm run generate` from conformance/checks; edit there. -->';
const INTRODUCTION =
  'Each case belongs to a promise of the [API](../api.md). `standin conformance explain <case>` shows what a case sends and how a failing server behaves. [Sentences](sentences.md) lists the cases of each sentence.';

/** The sections that have checks. */
const DOCUMENTED: readonly Section[] = Object.keys(SECTIONS)
  .map((name) => name as Section)
  .filter((section) => CHECKS.some((check) => sectionOf(check) === section));

export const CONFORMANCE_PAGES: readonly (readonly [path: string, text: () => string])[] = [
  ['docs/conformance/sentences.md', sentencesPage],
  ...DOCUMENTED.map((section) => [`docs/conformance/${section}.md`, () => sectionPage(section)] as const),
];

/** The page of a section. */
function sectionPage(section: Section): string {
  const rows = requirementsOf(section).flatMap(({ id }) =>
    CHECKS.filter(({ requirement }) => requirement === id).map(row),
  );
  const cases = table(['Case', 'Promise', 'What it proves', 'Level'], rows);
  return `${blocks(HEAD, `# Cases: ${SECTIONS[section]}`, INTRODUCTION, cases)}\n`;
}

function row({ id, requirement, level, authority, since, proves, from }: Check): string[] {
  const group = from.find((probe) => probe.group !== undefined)?.group;
  const facts = [
    authority === 'document' ? level : `${level}, ${authority}`,
    ...(since === FIRST_EDITION ? [] : [`new in ${since}`]),
    ...(group === undefined ? [] : [`\`--${group}\``]),
  ].join('; ');
  return [`\`${id}\``, `[\`${requirement}\`](../api.md#${requirement})`, proves, facts];
}
