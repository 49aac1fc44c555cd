/** The requirements on versions of the API. */

import type { Entry } from './requirement.ts';

export const VERSIONING = [
  {
    id: 'versioning.path',
    level: 'must',
    also: ['create', 'get', 'content'],
    text: 'All paths begin with `/v1` after the base URL.',
  },
  {
    id: 'versioning.openapi',
    level: 'must',
    binds: 'operator',
    text: 'An OpenAPI 3.1 document describes the interface. The version of this document is 1.0.0.',
  },
  {
    id: 'versioning.openapi.place',
    level: 'silent',
    text: 'What is the URL of the OpenAPI description?',
    default: 'The package exports the description as `standin/openapi.json`.',
  },
  {
    id: 'versioning.policy',
    level: 'silent',
    text: 'Which changes are allowed within `/v1`, and how long is `/v1` supported?',
    default: 'Standin follows the current API document. Ids of requirements and the codes of errors are permanent.',
  },
  {
    id: 'versioning.base-path',
    level: 'silent',
    settings: ['basePath'],
    text: 'May a base URL have a path, and to which URL is `output.url` then relative?',
    default:
      'With the setting `basePath`, a base URL may have a path. `output.url` does not change, so a client appends it to the base URL, including the path.',
  },
] as const satisfies readonly Entry[];
