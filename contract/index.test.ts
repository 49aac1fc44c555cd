import { expect, test } from 'vitest';
import * as contract from './index.ts';

test('the public names of standin/contract; a change here is a change for users', () => {
  expect(Object.keys(contract).toSorted()).toMatchInlineSnapshot(`
    [
      "ASPECT_RATIOS",
      "BEYOND_JSON_SCHEMA",
      "CreateVideoRequest",
      "DECIDING_SETTINGS",
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
      "REQUIREMENTS",
      "RESOLUTIONS",
      "SECTIONS",
      "STATUSES",
      "SubjectMap",
      "VideoGeneration",
      "WORKFLOWS",
      "costOf",
      "crossFieldProblems",
      "failureMessage",
      "isErrorCode",
      "nearestRatio",
      "openApiText",
      "outputSeconds",
      "parseRequest",
      "requirementById",
      "requirementsOf",
      "sizeOf",
      "sourceProblems",
      "toDollars",
      "toMicros",
      "toOpenApi",
      "urlProblem",
      "workflowOf",
    ]
  `);
});
