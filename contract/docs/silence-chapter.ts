/** What the document leaves open, and what the emulator does there. */

import { SECTIONS, type Section } from '../requirements/requirement.ts';
import { REQUIREMENTS } from '../requirements/requirements.ts';
import { blocks } from './markdown.ts';
import { silenceTable } from './requirement-list.ts';

/** The last chapter. */
export function silenceChapter(): string {
  return blocks(
    '## What the document leaves open',
    `Here a real server may differ, and a client should be ready for it. The emulator has to do something; where a setting is named,
it can do something else. A conformance run notes what it sees in these places and passes no judgment.`,
    ...sectionsWithSilences().map((section) => blocks(`### ${SECTIONS[section]}`, silenceTable(section))),
  );
}

function sectionsWithSilences(): Section[] {
  return [...new Set(REQUIREMENTS.filter(({ level }) => level === 'silent').map(({ section }) => section))];
}
