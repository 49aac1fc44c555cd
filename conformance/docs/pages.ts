/** The generated pages of the kit: path and text. */

import { DOCUMENTED, sectionPage } from './section-page.ts';
import { sentencesPage } from './sentences-page.ts';

export const CONFORMANCE_PAGES: readonly (readonly [path: string, text: () => string])[] = [
  ['docs/conformance/sentences.md', sentencesPage],
  ...DOCUMENTED.map((section) => [`docs/conformance/${section}.md`, () => sectionPage(section)] as const),
];
