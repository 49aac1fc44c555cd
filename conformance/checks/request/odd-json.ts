/** The create request: JSON that the document says nothing of. */

import type { Check } from '../../engine/define.ts';
import { TEXT } from '../lib/bodies.ts';
import { toleration } from '../lib/rows.ts';

const text = JSON.stringify(TEXT);

const NULLS: readonly Check[] = [
  'mode',
  'resolution',
  'aspect_ratio',
  'audio',
  'image_urls',
  'reference_video_operation',
  'subject_to_image_ids',
].flatMap((field) =>
  toleration({
    id: `create.null.${field.replaceAll('_', '-')}`,
    requirement: 'create.null',
    what: `null as \`${field}\``,
    body: { ...TEXT, [field]: null },
  }),
);

const ODD_JSON: readonly Check[] = [
  toleration({
    id: 'create.duplicate-keys.length',
    requirement: 'create.duplicate-keys',
    what: 'two `duration_seconds` fields, first 3 (invalid) and then 4',
    body: text.replace('{', '{"duration_seconds":3,'),
  }),
  toleration({
    id: 'create.body.order',
    requirement: 'idempotency.same-body',
    what: 'its fields in reverse order',
    body: Object.fromEntries(Object.entries(TEXT).toReversed()),
  }),
  toleration({
    id: 'create.body.trailing-comma',
    requirement: 'errors.codes',
    what: 'a trailing comma',
    body: text.replace(/}$/, ',}'),
  }),
  toleration({
    id: 'create.body.comment',
    requirement: 'errors.codes',
    what: 'a comment in the JSON',
    body: `/* hello */${text}`,
  }),
  toleration({
    id: 'create.body.single-quotes',
    requirement: 'errors.codes',
    what: 'single quotes',
    body: text.replaceAll('"', "'"),
  }),
  toleration({
    id: 'create.body.nan',
    requirement: 'errors.codes',
    what: 'NaN as `duration_seconds`',
    body: text.replace(':4', ':NaN'),
  }),
  toleration({ id: 'create.body.bom', requirement: 'errors.codes', what: 'a byte order mark', body: `\ufeff${text}` }),
  toleration({
    id: 'create.body.not-utf8',
    requirement: 'errors.codes',
    what: 'a byte that is not UTF-8',
    body: Buffer.from(text.replace('red', 'r\u00e9d'), 'latin1'),
  }),
  toleration({
    id: 'create.body.lone-surrogate',
    requirement: 'errors.codes',
    what: 'half of a UTF-16 surrogate pair',
    body: text.replace('red', String.raw`\ud800`),
  }),
  toleration({
    id: 'create.body.big-number',
    requirement: 'errors.codes',
    what: '`duration_seconds` 1e400',
    body: text.replace(':4', ':1e400'),
  }),
  toleration({
    id: 'create.body.nested',
    requirement: 'errors.codes',
    what: 'ten nested arrays around its prompt',
    body: { ...TEXT, prompt: JSON.parse(`${'['.repeat(10)}"x"${']'.repeat(10)}`) },
  }),
].flat();

export const ODD_JSON_CHECKS: readonly Check[] = [...NULLS, ...ODD_JSON];
