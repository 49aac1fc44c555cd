/** The document in OpenAPI 3.0 accepts and rejects what the 3.1 document does. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUSES } from '../generation.ts';
import { openApiText } from './document.ts';
import type { OpenApiDocument } from './document-types.ts';
import { exampleRecord } from './examples.ts';
import { anything, damaged, fieldwiseValid } from './testing/bodies.ts';
import { committedDocument, validatorOf } from './testing/json-schema.ts';

const document = committedDocument();
const older = JSON.parse(openApiText('3.0')) as OpenApiDocument;

test('the 3.0 document has the same operations, answers, headers and parameters', () => {
  expect(older.openapi).toBe('3.0.3');
  expect(older.paths).toEqual(document.paths);
  expect(Object.keys(older.components.schemas)).toEqual(Object.keys(document.components.schemas));
  expect(Object.keys(older.components.headers)).toEqual(Object.keys(document.components.headers));
  expect(Object.keys(older.components.parameters)).toEqual(Object.keys(document.components.parameters));
});

test('a reference stands alone: a 3.0 reader ignores all that stands beside it', () => {
  const beside: unknown[] = [];
  JSON.parse(openApiText('3.0'), (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && '$ref' in value && Object.keys(value).length > 1)
      beside.push(value);
    return value;
  });
  expect(beside).toEqual([]);
  const { properties = {} } = older.components.schemas['CreateVideoRequest'] ?? {};
  expect(properties['subject_to_image_ids']).toEqual({
    description: 'Maps handles to images, by their indexes in `image_urls`.',
    allOf: [{ $ref: '#/components/schemas/SubjectMap' }],
  });
});

test('both accept and reject the same bodies, apart from the names of handles', () => {
  const { SubjectMap = {}, ...schemas } = document.components.schemas;
  const { propertyNames, ...anyNames } = SubjectMap;
  expect(older.components.schemas['SubjectMap']?.description).toContain('`^[A-Za-z][A-Za-z0-9_]{0,63}$`');
  expect(propertyNames).toBeDefined();
  const components = { ...document.components, schemas: { ...schemas, SubjectMap: anyNames } };
  const newer = validatorOf('CreateVideoRequest', { document: { ...document, components } });
  const validate = validatorOf('CreateVideoRequest', { document: older });
  fc.assert(
    fc.property(fc.oneof(fieldwiseValid, damaged, anything), (body) => {
      expect(validate(body)).toBe(newer(body));
    }),
    { numRuns: 30 },
  );
});

test('the 3.0 document accepts each record, and rejects another constant', () => {
  const validate = validatorOf('VideoGeneration', { document: older });
  expect(STATUSES.filter((status) => !validate(exampleRecord(status)))).toEqual([]);
  expect(validate({ ...exampleRecord('pending'), object: 'video' })).toBe(false);
});
