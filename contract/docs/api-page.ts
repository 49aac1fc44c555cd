/** `docs/api.md`, made from schemas, limits, catalogs and requirements: nothing on the page is said in two places. */

import { endpointsChapter } from './endpoints-chapter.ts';
import { errorsChapter } from './errors-chapter.ts';
import { limitsChapter } from './limits-chapter.ts';
import { blocks } from './markdown.ts';
import { openingChapter } from './opening-chapter.ts';
import { recordChapter } from './record-chapter.ts';
import { requestChapter } from './request-chapter.ts';
import { silenceChapter } from './silence-chapter.ts';

/** The text of the page, in the order in which somebody who writes a client needs it. */
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
