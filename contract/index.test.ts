import { expect, test } from 'vitest';
import * as contract from './index.ts';

test('the public names of standin/contract; a change here is a change for users', () => {
  expect(Object.keys(contract).toSorted()).toMatchInlineSnapshot(`
    [
      "ASPECT_RATIOS",
      "BEYOND_JSON_SCHEMA",
      "CreateVideoRequest",
      "DEFAULT_PRICES",
      "ERRORS",
      "ErrorBody",
      "ErrorEnvelope",
      "FAILURES",
      "FIXED_RATIOS",
      "LIMITS",
      "MODEL",
      "MODES",
      "OPERATIONS",
      "REQUEST_FIELDS",
      "RESOLUTIONS",
      "STATUSES",
      "SubjectMap",
      "VideoGeneration",
      "WORKFLOWS",
      "costOf",
      "crossFieldProblems",
      "failureMessage",
      "isErrorCode",
      "nearestRatio",
      "outputSeconds",
      "parseRequest",
      "sizeOf",
      "sourceProblems",
      "toDollars",
      "toMicros",
      "toOpenApi",
      "toYaml",
      "urlProblem",
      "workflowOf",
    ]
  `);
});
