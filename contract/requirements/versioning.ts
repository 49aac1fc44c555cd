/** The requirements on versions of the API. */

import { must, silent, operatorMust } from './requirement.ts';

export const VERSIONING = {
  'versioning.path': must('All paths begin with `/v1` after the base URL.', ['create', 'get', 'content']),
  'versioning.openapi': operatorMust(
    'An OpenAPI 3.1 document describes the interface. The version of this document is 1.0.0.',
  ),
  'versioning.openapi.place': silent(
    'What is the URL of the OpenAPI description?',
    'The package exports the description as `standin/openapi.json`.',
  ),
  'versioning.policy': silent(
    'Which changes are allowed within `/v1`, and how long is `/v1` supported?',
    'Standin follows the current API document. Ids of requirements and the codes of errors are permanent.',
  ),
  'versioning.base-path': silent(
    'May a base URL have a path, and to which URL is `output.url` then relative?',
    'With the setting `basePath`, a base URL may have a path. `output.url` does not change, so a client appends it to the base URL, including the path.',
    ['basePath'],
  ),
};
