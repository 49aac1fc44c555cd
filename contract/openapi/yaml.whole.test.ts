import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toOpenApi } from './document.ts';
import { toYaml } from './yaml.ts';

test('the OpenAPI document reads back as it was, in YAML 1.2 and 1.1', () => {
  const document = toOpenApi();
  const yaml = toYaml(document);
  const plainDocument: unknown = JSON.parse(JSON.stringify(document));
  expect(parse(yaml)).toEqual(plainDocument);
  expect(parse(yaml, { version: '1.1' })).toEqual(plainDocument);
});

test('it is written the way people write it', () => {
  const yaml = toYaml({
    openapi: '3.1.0',
    $ref: '#/components/schemas/SubjectMap',
    summary: 'Poll its status, then download',
    text: 'One.\n\n  Two: two.\nThree.',
    empty: { list: [], map: {} },
    tags: [{ name: 'videos', on: 'no' }, [1, -0.5, null], true],
    '200': undefined,
    '202': 'a\ttab',
  });
  expect(yaml).toMatchInlineSnapshot(`
    ""202": "a\\ttab"
    openapi: "3.1.0"
    $ref: "#/components/schemas/SubjectMap"
    summary: Poll its status, then download
    text: |-
      One.

        Two: two.
      Three.
    empty:
      list: []
      map: {}
    tags:
      - name: videos
        "on": "no"
      - - 1
        - -0.5
        - null
      - true
    "
  `);
});

test.each([
  ['a trailing newline', 'a\nb\n'],
  ['a leading space', ' a\nb'],
  ['a trailing space', 'a\nb '],
  ['a space before a line break', 'a \nb'],
  ['a carriage return', 'a\r\nb'],
  ['only a newline', '\n'],
  ['an empty text', ''],
  ['a comment mark', 'a #b'],
  ['a mapping mark', 'a: b'],
  ['a dash', '- a'],
  ['a document mark', '---\na\n...'],
  ['a number', '1e3'],
  ['a hexadecimal number', '0x1f'],
  ['a truth value', 'True'],
  ['an old truth value', 'off'],
  ['a merge key', '<<'],
  ['a date', '2025-01-06'],
  ['a byte order mark', '\ufeffa'],
  ['a line separator', 'a\u2028b\u0085c'],
  ['half of a surrogate pair', '\ud800'],
  ['an emoji', '🎬 take'],
  ['quotes and backslashes', '"\\"'],
  ['a trailing comma', 'a,'],
  ['a flow mark', '{a}'],
])('%s survives, as a value and as a key', (_, text) => {
  const value = { [text]: text, list: [text, [text]] };
  expect(parse(toYaml(value))).toEqual(value);
  expect(parse(toYaml(value), { version: '1.1' })).toEqual(value);
});

const doubtful = fc.string({ unit: fc.constantFrom(...Array.from('aZ9 _-.,:;#$/(){}[]&*!|>%@`~?=\'"\\\n\t')) });

test('any JSON reads back as it was, made of every character or of the doubtful ones', () => {
  const values = fc.tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.dictionary(doubtful, doubtful));
  fc.assert(
    fc.property(values, (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      expect(parse(toYaml(value))).toEqual(json);
    }),
    { seed: 31, numRuns: 200 },
  );
});
