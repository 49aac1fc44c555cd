/** The endpoints of the API page: headers, responses, rules and authentication. */

import { MODEL } from '../model.ts';
import type { OperationName } from '../error-entry.ts';
import { ERRORS } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { codesOn, isOperationError } from '../openapi/error-responses.ts';
import { blocks, code, fence, link, table } from './markdown.ts';
import { demandList } from './requirement-list.ts';

interface Endpoint {
  readonly operation: OperationName;
  readonly route: string;
  readonly purpose: string;
  /** The status and the body of each success. */
  readonly success: readonly (readonly [status: number, body: string])[];
  readonly headers: readonly (readonly [name: string, required: string, value: string])[];
  readonly curl: string;
}

const AUTHORIZATION = ['Authorization', 'yes', '`Bearer <API key>`'] as const;

const ENDPOINTS: readonly Endpoint[] = [
  {
    operation: 'create',
    route: 'POST /v1/videos',
    purpose: 'starts a generation',
    success: [[202, 'the [record](#the-record), `pending`']],
    headers: [
      AUTHORIZATION,
      ['Content-Type', 'yes', '`application/json`'],
      ['Idempotency-Key', 'no', `a string of at most ${LIMITS.idempotencyKey.max} characters`],
    ],
    curl: `curl -i "$BASE/v1/videos" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"model": "${MODEL}", "prompt": "A paper boat in the rain", "duration_seconds": 4}'`,
  },
  {
    operation: 'get',
    route: 'GET /v1/videos/{id}',
    purpose: 'returns the current state of a generation',
    success: [[200, 'the current [record](#the-record)']],
    headers: [AUTHORIZATION],
    curl: `curl -i "$BASE/v1/videos/$ID" -H "Authorization: Bearer $KEY"`,
  },
  {
    operation: 'content',
    route: 'GET /v1/videos/{id}/content',
    purpose: 'serves the clip of a completed generation',
    success: [
      [200, 'the whole MP4, `video/mp4`'],
      [206, 'the byte range from the header `Range`, `video/mp4`'],
    ],
    headers: [AUTHORIZATION, ['Range', 'no', '`bytes=<start>-<end>`, counted from 0. The range includes both bytes']],
    curl: `curl -i -r 0-1023 -o part.mp4 "$BASE/v1/videos/$ID/content" -H "Authorization: Bearer $KEY"`,
  },
];

/** Returns the section of the endpoints. */
export function endpointsChapter(): string {
  const overview = ENDPOINTS.map(({ operation, route, purpose }) => [link(route, operation), purpose]);
  return blocks('## Endpoints', table(['Endpoint', 'It'], overview), ...ENDPOINTS.map(endpointPart), authentication());
}

function endpointPart(endpoint: Endpoint): string {
  const { operation, route, headers, curl } = endpoint;
  return blocks(
    `### ${capitalized(operation)}`,
    `${code(route)} ${endpoint.purpose}.`,
    table(
      ['Header', 'Required', 'Value'],
      headers.map(([name, required, value]) => [code(name), required, value]),
    ),
    fence('sh', curl),
    table(
      ['Status', 'Body'],
      [...endpoint.success.map(([status, body]) => [code(status), body]), ...refusals(operation)],
    ),
    demandList(operation),
  );
}

/** Returns the errors of an operation, one row for each status. */
function refusals(operation: OperationName): string[][] {
  const codes = codesOn(operation).filter(isOperationError);
  const statuses = [...new Set(codes.map((name) => ERRORS[name].status))].toSorted((a, b) => a - b);
  return statuses.map((status) => {
    const links = codes.filter((name) => ERRORS[name].status === status).map((name) => link(name, `code.${name}`));
    return [code(status), `an [error](#errors): ${links.join(', ')}`];
  });
}

function authentication(): string {
  return blocks(
    '### Authentication',
    'Every request, including downloads, has the header `Authorization: Bearer <API key>`.',
    demandList('authentication'),
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
