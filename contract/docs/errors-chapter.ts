/** The errors of the API page: the envelope and the catalog. */

import type { ErrorEntry } from '../error-entry.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { ErrorBody } from '../generation.ts';
import { EXAMPLE_REQUEST_ID } from '../openapi/examples.ts';
import { fieldTable } from './field-table.ts';
import { anchor, blocks, code, json, table } from './markdown.ts';
import { demandList } from './requirement-list.ts';

const EXAMPLE: ErrorCode = 'insufficient_credits';

const SOURCES: Readonly<Record<ErrorEntry['documented'], string>> = {
  code: 'The API document contains this code.',
  status: 'The API document lists this status.',
  protocol: 'HTTP defines a status for this case.',
  default: 'The emulator defines this case.',
};

/** Returns the section of the errors. */
export function errorsChapter(): string {
  const { message } = ERRORS[EXAMPLE];
  return blocks(
    '## Errors',
    'Every error response is an object with `error`, which has these fields:',
    fieldTable(ErrorBody),
    json({ error: { code: EXAMPLE, message, request_id: EXAMPLE_REQUEST_ID } }),
    demandList('error', 'errors'),
    '### Catalog',
    `The document contains only the code ${code(EXAMPLE)}. A client should use the status for decisions, and the other codes only
for messages and logs. If the table lists a second status, this status belongs to the profile \`ietf\`.`,
    table(['Code', 'Status', 'On', 'When', 'Because'], Object.entries<ErrorEntry>(ERRORS).map(errorRow)),
  );
}

function errorRow([name, entry]: [string, ErrorEntry]): string[] {
  const { status, ietfStatus, on, when, documented } = entry;
  const statuses = ietfStatus === undefined ? code(status) : `${code(status)}, ietf ${code(ietfStatus)}`;
  return [
    `${anchor(`code.${name}`)}${code(name)}`,
    statuses,
    on === 'any' ? 'any' : on.join(', '),
    when,
    SOURCES[documented],
  ];
}
