/** Every committed file that is made from code: its path, and how its text is made. */

import { apiPage } from '../contract/docs/api-page.ts';
import { CONFORMANCE_PAGES } from '../conformance/docs/pages.ts';
import { auditionChecksPage } from './audition-checks-page.ts';
import { openApiText } from '../contract/openapi/document.ts';
import { settingsPage } from './settings-page.ts';
import { scenariosText } from './scenarios-file.ts';
import { securityPage } from './security-page.ts';
import { scenariosPage } from './scenarios-page.ts';
import { toTypes } from '../test/openapi-types/to-types.ts';

export const GENERATED: readonly (readonly [path: string, text: () => string | Promise<string>])[] = [
  ['contract/openapi.json', openApiText],
  ['docs/api.md', apiPage],
  ['docs/settings.md', settingsPage],
  ['docs/examples/schema.d.ts', async () => toTypes(openApiText())],
  ['fixtures/scenarios.json', scenariosText],
  ['docs/scenarios.md', scenariosPage],
  ['docs/security.md', securityPage],
  ['docs/audition-checks.md', auditionChecksPage],
  ...CONFORMANCE_PAGES,
];
