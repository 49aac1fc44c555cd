import { expect, test } from 'vitest';
import { toOpenApi } from '../../../contract/openapi/document.ts';
import { controlDocumentText } from '../../control/routes/document-text.ts';
import { CONTROL_ROUTES } from '../../control/routes/table.ts';
import { isAbout, readReference } from './reference.ts';

const control = readReference(JSON.parse(controlDocumentText()));

test('every operation of both APIs is there, each with what it takes and answers', () => {
  expect(control.operations.map(({ id }) => id).toSorted()).toEqual(
    CONTROL_ROUTES.map(({ operationId }) => operationId).toSorted(),
  );
  const { operations, schemas } = readReference(toOpenApi());
  const create = operations.find(({ method }) => method === 'POST');
  expect(JSON.parse(create?.details ?? '')).toHaveProperty('responses.202');
  expect(schemas.length).toBeGreaterThan(3);
});

test('a search finds operations by all of its words', () => {
  const found = control.operations.filter((operation) => isAbout(operation, 'Clock ADVANCE'));
  expect(found.map(({ path }) => path)).toContain('/_standin/accounts/{name}/clock/advance');
  expect(found.length).toBeLessThan(control.operations.length / 2);
});
