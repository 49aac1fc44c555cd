/** The suites of `standin/msw`, with each version of MSW. */

import { describe } from 'vitest';
import { mswScenariosSuite } from '../scenarios/msw.suite.ts';
import { mswSettingsSuite } from './msw-settings.suite.ts';
import { CAN_RUN_MSW_3, MSW_2, MSW_3, type Msw } from './msw-versions.ts';
import { mswSuite } from './msw.suite.ts';

describe('MSW 2', () => {
  suites(MSW_2);
});

describe.skipIf(!CAN_RUN_MSW_3)(`MSW 3${CAN_RUN_MSW_3 ? '' : ' (skipped: it needs Node 22.12)'}`, () => {
  suites(MSW_3);
});

function suites(msw: Msw): void {
  describe('requests', () => {
    mswSuite(msw);
  });
  describe('settings', () => {
    mswSettingsSuite(msw);
  });
  describe('scenarios', () => {
    mswScenariosSuite(msw);
  });
}
