/** What the document leaves open, and what the emulator does there. */

import { SECTIONS, type Section } from '../requirements/requirement.ts';
import { REQUIREMENTS } from '../requirements/requirements.ts';
import { blocks } from './markdown.ts';
import { silenceTable } from './requirement-list.ts';

/** The last chapter. */
export function silenceChapter(): string {
  return blocks(
    '## What the document leaves open',
    `In the cases below, a real server may behave differently, and a client should be ready for that. The emulator has to choose a behavior; if the table names a setting,
you can change this behavior. A conformance run records the behavior in these cases and does not judge it.`,
    ...sectionsWithSilences().map((section) => blocks(`### ${SECTIONS[section]}`, silenceTable(section))),
  );
}

function sectionsWithSilences(): Section[] {
  return [...new Set(REQUIREMENTS.filter(({ level }) => level === 'silent').map(({ section }) => section))];
}
