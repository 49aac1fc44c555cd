/** Generates `docs/api.md` from schemas, limits, catalogs and requirements. */

import { SECTIONS, type Section } from '../requirements/requirement.ts';
import { REQUIREMENTS } from '../requirements/requirements.ts';
import { endpointsChapter } from './endpoints-chapter.ts';
import { errorsChapter } from './errors-chapter.ts';
import { limitsChapter } from './limits-chapter.ts';
import { blocks } from './markdown.ts';
import { openingChapter } from './opening-chapter.ts';
import { recordChapter } from './record-chapter.ts';
import { requestChapter } from './request-chapter.ts';
import { silenceTable } from './requirement-list.ts';

/** Returns the text of the page, in the order in which the author of a client needs it. */
export function apiPage(): string {
  const chapters = [
    openingChapter(),
    endpointsChapter(),
    requestChapter(),
    recordChapter(),
    errorsChapter(),
    limitsChapter(),
    silenceChapter(),
  ];
  return `${blocks(...chapters)}\n`;
}

/** Lists the cases that the document leaves open, and the behavior of the emulator. */
function silenceChapter(): string {
  return blocks(
    '## What the document leaves open',
    `In the cases below, a real server may behave differently, and a client should be ready for that. The emulator has to choose a behavior. If the table contains a setting,
you can change the behavior of the emulator with this setting. In these cases, a conformance run records the behavior of the server and does not judge it.`,
    ...sectionsWithSilences().map((section) => blocks(`### ${SECTIONS[section]}`, silenceTable(section))),
  );
}

function sectionsWithSilences(): Section[] {
  return [...new Set(REQUIREMENTS.filter(({ level }) => level === 'silent').map(({ section }) => section))];
}
