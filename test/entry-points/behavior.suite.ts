/** The behavior suite. */

import { expect, test } from 'vitest';
import { ERRORS } from '../../contract/index.ts';
import { accountsSuite } from './accounts.suite.ts';
import { billingSuite } from './billing.suite.ts';
import { MET } from './client.ts';
import { contentSuite } from './content.suite.ts';
import type { EntryPoint } from './entry-points.ts';
import { errorsSuite } from './errors.suite.ts';
import { idempotencySuite } from './idempotency.suite.ts';
import { lifeSuite } from './life.suite.ts';
import { limitsSuite } from './limits.suite.ts';
import { recordsSuite } from './records.suite.ts';

/** What cannot be brought about through an open entry point alone. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  idempotency_in_progress: 'needs a create that takes its time; emulator/api/create/idempotent-create.test.ts',
  source_depth_exceeded: 'needs a chain of 33 generations; test/hostile/nested-sources.rest.test.ts',
  content_expired: 'of a scenario only',
  unknown_scenario: 'of scenarios only',
  bad_request: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  headers_too_large: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  request_timeout: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  internal_error: 'nothing may bring it about',
  // Without ffmpeg there is no clip to ask parts of.
  precondition_failed: 'of clips only',
  range_not_satisfiable: 'of clips only',
};

/** All that a client can rely on, through one entry point. */
export function behaviorSuite(entryPoint: EntryPoint): void {
  recordsSuite(entryPoint);
  errorsSuite(entryPoint);
  lifeSuite(entryPoint);
  billingSuite(entryPoint);
  idempotencySuite(entryPoint);
  limitsSuite(entryPoint);
  accountsSuite(entryPoint);
  contentSuite(entryPoint);

  test('every code of the catalog was met, save those that need another test', () => {
    expect(Object.keys(ERRORS).filter((code) => !MET.has(code as keyof typeof ERRORS) && !(code in ELSEWHERE))).toEqual(
      [],
    );
    MET.clear();
  });
}
