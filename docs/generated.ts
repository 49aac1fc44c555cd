/** Every committed file that is made from code: its path, and how its text is made. */

import { apiPage } from '../contract/docs/api-page.ts';
import { CONFORMANCE_PAGES } from '../conformance/docs/pages.ts';
import { openApiText } from '../contract/openapi/document.ts';

export const GENERATED: readonly (readonly [path: string, text: () => string])[] = [
  ['contract/openapi.json', openApiText],
  ['docs/api.md', apiPage],
  ...CONFORMANCE_PAGES,
];
