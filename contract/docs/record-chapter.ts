/** The record of the API page, its statuses, and the failures of a generation. */

import { FAILURES, type FailureEntry } from '../failures.ts';
import { VideoGeneration } from '../generation.ts';
import { exampleRecord } from '../openapi/examples.ts';
import { fieldTable } from './field-table.ts';
import { anchor, blocks, code, fence, json, table } from './markdown.ts';
import { demandList } from './requirement-list.ts';

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
