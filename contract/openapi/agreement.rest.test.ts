/** The zod schema and an independent validator over `openapi.json` agree. `NUM_RUNS` makes a longer run, `SEED` another one. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequest } from '../parse-request.ts';
import type { Problem } from '../problem.ts';
import { BEYOND_JSON_SCHEMA } from './beyond-json-schema.ts';
import type { OpenApiDocument } from './document-types.ts';
import { plain } from './examples.ts';
import { anything, damaged, fieldwiseValid } from './testing/bodies.ts';
import { EDGES, withEdge } from './testing/edges.ts';
import { committedDocument, validatorOf } from './testing/json-schema.ts';

// fast-check prints the seed and the path of a failure, and shrinks it to a small body.
const numRuns = Number(process.env['NUM_RUNS'] ?? 500);
const seed = Number(process.env['SEED'] ?? 20_250_106);

const beyond = new Set(BEYOND_JSON_SCHEMA.filter(({ judge }) => judge === 'field').map(({ code }) => code));

/**
 * The schema limits the start and the length of a URL, and all parts of a subject map except the number of its handles.
 */
function isBeyond({ code, message }: Problem): boolean {
  if (code === 'invalid_subject_map') return message.startsWith('must name at most');
  return beyond.has(code) && !/^must (?:start with|have at most)/.test(message);
}

type Verdict = 'both accept' | 'both refuse' | 'beyond JSON Schema' | 'zod alone accepts' | 'zod alone refuses';

/** Compares zod with two readers of the document: one takes `format` for a rule, one for a note. */
function judgeBy(document: OpenApiDocument): (body: unknown) => Verdict {
  const strict = validatorOf('CreateVideoRequest', { document });
  const loose = validatorOf('CreateVideoRequest', { document, assertFormats: false });
  return (body) => {
    const parsed = parseRequest(body);
    if (parsed.ok) return strict(body) && loose(body) ? 'both accept' : 'zod alone accepts';
    if (!loose(body)) return 'both refuse';
    return parsed.problems.every(isBeyond) ? 'beyond JSON Schema' : 'zod alone refuses';
  };
}

const edgeBodies = EDGES.map((edge) => withEdge(plain, edge));
const verdict = judgeBy(committedDocument());

/** Runs the property and tells how often each verdict came, so that a generator that lost its bite is seen. */
function tally(bodies: fc.Arbitrary<unknown>): Record<Verdict, number> {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(bodies, (body) => {
      const word = verdict(body);
      counts[word] = (counts[word] ?? 0) + 1;
      expect(word).not.toMatch(/alone/);
    }),
    { seed, numRuns },
  );
  const none = { 'both accept': 0, 'both refuse': 0, 'beyond JSON Schema': 0 };
  return { ...none, 'zod alone accepts': 0, 'zod alone refuses': 0, ...counts };
}

describe('zod and JSON Schema agree', () => {
  test('on bodies that are valid in each field: both accept', () => {
    expect(tally(fieldwiseValid)['both accept']).toBe(numRuns);
  });

  test('on bodies that are damaged at random places or lie at a bound', () => {
    const counts = tally(damaged);
    expect(counts['both refuse']).toBeGreaterThan(numRuns * 0.4);
    expect(counts['both accept']).toBeGreaterThan(numRuns * 0.1);
    expect(counts['beyond JSON Schema']).toBeGreaterThan(0);
  });

  test('on each bound of each field', () => {
    expect(edgeBodies.filter((body) => /alone/.test(verdict(body)))).toEqual([]);
  });

  test('on any JSON', () => {
    expect(tally(anything)['both refuse']).toBeGreaterThan(numRuns * 0.9);
  });
});

describe('the bodies at the bounds find each seeded difference:', () => {
  test.each([
    ['"maximum":30', '"maximum":31'],
    ['"minimum":4', '"minimum":3'],
    ['"minLength":1,"maxLength":15000', '"minLength":0,"maxLength":15000'],
    ['"maxLength":15000', '"maxLength":15001'],
    ['"maxLength":15000', '"maxLength":14999'],
    ['"maxLength":2048', '"maxLength":2047'],
    ['"maxItems":30,"type":"array","items":{"type":"string"', '"maxItems":31,"type":"array","items":{"type":"string"'],
    ['"maxItems":10', '"maxItems":11'],
    ['"minItems":1', '"minItems":0'],
    [
      '"maxItems":30,"type":"array","items":{"type":"integer"',
      '"maxItems":29,"type":"array","items":{"type":"integer"',
    ],
    ['[A-Za-z0-9_]{0,63}', '[A-Za-z0-9_]{0,64}'],
    ['"^[A-Za-z][A-Za-z0-9_]', '"^[A-Za-z0-9_]'],
    ['"minimum":0,"maximum":9007199254740991', '"maximum":9007199254740991'],
    ['"maximum":9007199254740991', '"maximum":9007199254740992'],
    ['"type":"boolean"', '"type":["boolean","null"]'],
    ['"additionalProperties":false', '"additionalProperties":true'],
    ['"required":["model","prompt","duration_seconds"]', '"required":["model","prompt"]'],
    ['"const":"videomodel-2.5"', '"description":"any"'],
    ['"^https://', '"^https?://'],
    ['[0-9a-fA-F]{12}$","format":"uuid"', '[0-9a-fA-F]{11,12}$"'],
    ['"edit","extend"', '"edit","extend","replace"'],
    ['"480p","720p"', '"720p"'],
    ['"type":"integer","minimum":4', '"type":"number","minimum":4'],
  ])('%s as %s', (there, seeded) => {
    const text = JSON.stringify(committedDocument());
    const edited = text.replaceAll(there, seeded);
    expect(edited).not.toBe(text);
    const judge = judgeBy(JSON.parse(edited) as OpenApiDocument);
    expect(edgeBodies.some((body) => /alone/.test(judge(body)))).toBe(true);
  });
});

test('a whole number is an integer however it is written', () => {
  const spellings = ['5', '5.0', '0.5e1'].map((five): unknown => {
    return JSON.parse(`{"model":"videomodel-2.5","prompt":"p","duration_seconds":${five}}`);
  });
  expect(spellings.map(verdict)).toEqual(['both accept', 'both accept', 'both accept']);
});
