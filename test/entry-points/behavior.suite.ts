/** The behavior suite, which runs through every entry point. */

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

/** The error codes that need more than an open entry point. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  idempotency_in_progress: 'needs a create that takes its time; emulator/api/create/idempotent-create.test.ts',
  source_depth_exceeded: 'needs a chain of 33 generations; test/hostile/nested-sources.rest.test.ts',
  content_expired: 'of a scenario only',
  unknown_scenario: 'of scenarios only',
  bad_request: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  headers_too_large: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  request_timeout: 'never gets through fetch; test/fuzz/fuzz.rest.test.ts',
  internal_error: 'nothing may bring it about',
  // Without ffmpeg, no clip exists whose ranges a client could request.
  precondition_failed: 'of clips only',
  range_not_satisfiable: 'of clips only',
};

/** Tests everything that a client can rely on, through one entry point. */
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
