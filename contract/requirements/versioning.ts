/** Versions of the interface. */

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
    text: 'There is a description of the interface in OpenAPI 3.1; its own version is 1.0.0.',
  },
  {
    id: 'versioning.openapi.place',
    level: 'silent',
    text: 'The URL of the OpenAPI description.',
    default: 'The package exports it, as `standin/openapi.json`.',
  },
  {
    id: 'versioning.policy',
    level: 'silent',
    text: 'Which changes are allowed within `/v1`, and how long it is supported.',
    default: 'Standin follows the document as it stands. Ids of requirements and the codes of errors are permanent.',
  },
  {
    id: 'versioning.base-path',
    level: 'silent',
    settings: ['basePath'],
    text: 'Whether a base URL may have a path, and what `output.url` is relative to then.',
    default:
      'It may, by the setting. `output.url` keeps its form, so a client puts it behind the base URL, path included.',
  },
] as const satisfies readonly Entry[];
