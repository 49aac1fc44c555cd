/** The create request: its body as a whole. */

import type { Check } from '../../engine/define.ts';
import { TEXT } from '../lib/bodies.ts';
import { refusal } from '../lib/rows.ts';

const text = JSON.stringify(TEXT);

export const BODY_CHECKS: readonly Check[] = [
  refusal({ id: 'create.body.json.empty', requirement: 'create.body.json', what: 'an empty body', body: '' }),
  refusal({
    id: 'create.body.json.cut',
    requirement: 'create.body.json',
    what: 'truncated JSON',
    body: text.slice(0, -9),
  }),
  refusal({
    id: 'create.body.json.words',
    requirement: 'create.body.json',
    what: 'words instead of JSON',
    body: 'a red kite',
  }),
  refusal({
    id: 'create.body.json.array',
    requirement: 'create.body.json',
    what: 'an array around the body',
    body: [TEXT],
  }),
  refusal({
    id: 'create.body.json.string',
    requirement: 'create.body.json',
    what: 'a JSON string as body',
    body: '"a red kite"',
  }),
  refusal({
    id: 'create.body.json.encoded',
    requirement: 'create.body.json',
    what: 'the whole JSON body inside a JSON string',
    body: JSON.stringify(text),
  }),
  refusal({ id: 'create.body.json.null', requirement: 'create.body.json', what: 'null as body', body: 'null' }),
  refusal({
    id: 'create.unknown-fields.other',
    requirement: 'create.unknown-fields',
    what: 'a field that the document does not list',
    body: { ...TEXT, webhook_url: 'https://example.com/hook' },
  }),
  refusal({
    id: 'create.unknown-fields.null',
    requirement: 'create.unknown-fields',
    what: 'an unknown field that is null',
    body: { ...TEXT, color: null },
  }),
  refusal({
    id: 'create.unknown-fields.case',
    requirement: 'create.unknown-fields',
    what: 'a field name in another case',
    body: { ...TEXT, Resolution: '480p' },
  }),
  refusal({
    id: 'create.unknown-fields.record',
    requirement: 'create.unknown-fields',
    what: 'a field of the response (`status`)',
    body: { ...TEXT, status: 'completed' },
  }),
].flat();
