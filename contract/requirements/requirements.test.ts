import { expect, test } from 'vitest';
import { CreateVideoRequest, REQUEST_FIELDS } from '../request.ts';
import { SECTIONS } from './requirement.ts';
import { requirementById, REQUIREMENTS } from './requirements.ts';

const ids: readonly string[] = REQUIREMENTS.map(({ id }) => id);

/** The ids of a field's rules begin with its name, written with dashes. */
const rulesOf = (field: string): string[] => ids.filter((id) => id.startsWith(`create.${field.replaceAll('_', '-')}.`));

test('no id is used twice', () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('an id is two to four words or groups of words, and no number', () => {
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*){1,3}$/.test(id))).toEqual([]);
});

test.each(Object.keys(SECTIONS))('the section "%s" of the document has requirements', (section) => {
  expect(REQUIREMENTS.some((requirement) => requirement.section === section)).toBe(true);
});

test('each of the nine parts of the document is a section or is split into some', () => {
  const parts = Object.values(SECTIONS).map((title) => title.replace(/:.*/, ''));
  expect([...new Set(parts)]).toEqual([
    'What the service does',
    'Resources',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ]);
});

test('every text, and every decision on what is open, is a whole sentence; no text is there twice', () => {
  const texts = REQUIREMENTS.map(({ text }) => text);
  const decisions = REQUIREMENTS.flatMap((entry) => (entry.level === 'silent' ? [entry.default] : []));
  expect([...texts, ...decisions].filter((text) => !/^[A-Z0-9`"].{6,}[.?]$/.test(text))).toEqual([]);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test('a field is said to be required, to have a default, or to be optional exactly as the schema has it', () => {
  const said = REQUEST_FIELDS.map(
    (field) => [field, rulesOf(field).map((id) => id.slice(id.lastIndexOf('.') + 1))] as const,
  );
  const kindSaid = said.map(([field, rules]) => [
    field,
    rules.filter((rule) => ['required', 'default', 'optional'].includes(rule)),
  ]);
  const kindOf = (field: string): string => {
    const parsed = Reflect.get(CreateVideoRequest.shape, field).safeParse(undefined);
    if (!parsed.success) return 'required';
    return parsed.data === undefined ? 'optional' : 'default';
  };
  expect(kindSaid).toEqual(REQUEST_FIELDS.map((field) => [field, [kindOf(field)]]));
});

test('a requirement is found by its id, with its section', () => {
  expect(requirementById('create.prompt.length')).toMatchObject({ level: 'must', section: 'request' });
});

test('an unknown id finds nothing', () => {
  const unknown: string = 'create.prompt.color';
  expect(requirementById(unknown)).toBeUndefined();
});
