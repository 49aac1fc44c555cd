/** Lists all generated files that are committed: the path of each, and the function that generates its text. */

import { apiPage } from '../contract/docs/api-page.ts';
import { CONFORMANCE_PAGES } from '../conformance/docs/pages.ts';
import { auditionChecksPage, CHECKS_PAGE } from '../audition/docs/checks-page.ts';
import { openApiText } from '../contract/openapi/document.ts';
import { baselineSchemaText, profileSchemaText, scenarioSchemaText } from '../docs/file-schemas.ts';
import { profilePage } from '../docs/profile-page.ts';
import { profileTypes } from '../docs/profile-types.ts';
import { settingsPage } from '../docs/settings-page.ts';
import { settingsSchemaText } from '../docs/settings-schema.ts';
import { settingsTypes } from '../docs/settings-types.ts';
import { scenariosText } from '../docs/scenarios-file.ts';
import { boundsPage } from '../docs/bounds-page.ts';
import { scenariosPage } from '../docs/scenarios-page.ts';
import { toTypes } from '../test/openapi-types/to-types.ts';

export const GENERATED: readonly (readonly [path: string, text: () => string | Promise<string>])[] = [
  ['contract/openapi.json', openApiText],
  ['docs/api.md', apiPage],
  ['docs/settings.md', settingsPage],
  ['standin.config.schema.json', settingsSchemaText],
  ['standin.profile.schema.json', profileSchemaText],
  ['standin.scenario.schema.json', scenarioSchemaText],
  ['standin.baseline.schema.json', baselineSchemaText],
  ['emulator/settings/settings-input.ts', settingsTypes],
  ['conformance/profile/profile-input.ts', profileTypes],
  ['docs/conformance-profile.md', profilePage],
  ['docs/examples/schema.d.ts', async () => toTypes(openApiText())],
  ['fixtures/scenarios.json', scenariosText],
  ['docs/scenarios.md', scenariosPage],
  ['docs/bounds.md', boundsPage],
  [CHECKS_PAGE, auditionChecksPage],
  ...CONFORMANCE_PAGES,
];
