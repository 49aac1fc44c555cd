/** The body of a create on the API page: fields, handles, and an example for each workflow. */

import { BEYOND_JSON_SCHEMA } from '../openapi/beyond-json-schema.ts';
import { REQUEST_EXAMPLES } from '../openapi/examples.ts';
import { CreateVideoRequest } from '../request.ts';
import { WORKFLOWS, type Workflow } from '../workflow.ts';
import { fieldTable } from './field-table.ts';
import { blocks, code, json, link, table } from './markdown.ts';
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
