/** The request, the record and the errors of the API page. */

import type { ErrorEntry } from '../error-entry.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { FAILURES, type FailureEntry } from '../failures.ts';
import { ErrorBody, VideoGeneration } from '../generation.ts';
import { BEYOND_JSON_SCHEMA } from '../openapi/beyond-json-schema.ts';
import { EXAMPLE_REQUEST_ID, exampleRecord, REQUEST_EXAMPLES } from '../openapi/examples.ts';
import { CreateVideoRequest } from '../request.ts';
import { WORKFLOWS, type Workflow } from '../workflow.ts';
import { fieldTable } from './field-table.ts';
import { anchor, blocks, code, fence, json, link, table } from './markdown.ts';
import { demandList } from './requirement-list.ts';

/** Returns the section of the request. */
export function requestChapter(): string {
  return blocks(
    '## The create request',
    fieldTable(CreateVideoRequest),
    `The document does not limit the length of a URL, but the emulator limits it (${link('create.urls.policy', 'create.urls.policy')}).`,
    '### Rules of the fields',
    demandList('request'),
    '### Subject maps',
    `A prompt can refer to its references by name: \`@hero\`. A subject map lists the references of each
handle. Each number is the position of a reference in the array, counted from 0. For example, in \`{"hero": [0, 1]}\`, the handle \`hero\` has the first two references.`,
    demandList('subject-map'),
    '### Workflows',
    `\`mode\` and the references in the request determine which workflow runs.`,
    demandList('workflows'),
    ...WORKFLOWS.map(example),
    '### Rules that `openapi.json` states only in words',
    `The JSON Schema of a create contains the rules for each single field. A body that passes the schema can still be rejected by these rules:`,
    table(
      ['Rule', 'Code'],
      BEYOND_JSON_SCHEMA.map((entry) => [entry.rule, code(entry.code)]),
    ),
  );
}

function example(workflow: Workflow): string {
  const { summary, value } = REQUEST_EXAMPLES[workflow];
  return blocks(`#### ${summary}`, json(value));
}

const LIFE = `create ──▶ pending ──▶ running ──▶ completed   the clip can be downloaded
             │           │
             └───────────┴───────▶ failed      the record shows the reason; the cost is refunded`;

/** Returns the section of the record. */
export function recordChapter(): string {
  return blocks(
    '## The record',
    fieldTable(VideoGeneration),
    json(exampleRecord('completed')),
    demandList('record'),
    '## The life of a generation',
    fence('text', LIFE),
    demandList('states', 'events'),
    '### Failures',
    `A failed generation reports its failure in the \`error\` of its record. The document does not define failure codes, so the emulator uses these codes.
Each code can occur only in the states in the column "From".`,
    table(['Code', 'From', 'Message'], Object.entries<FailureEntry>(FAILURES).map(failureRow)),
    json(exampleRecord('failed')),
  );
}

function failureRow([name, { from, message }]: [string, FailureEntry]): string[] {
  return [`${anchor(`failure.${name}`)}${code(name)}`, code(...from), message];
}

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
