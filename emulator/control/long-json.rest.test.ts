import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLongJson, type LongJson } from './long-json.ts';

const BOUNDS = { depth: 64, members: 1_000_000, values: 10_000_000 };
const APART = new Set(['state.list', 'state.table']);

function parse(text: string | Uint8Array): LongJson {
  const steps = parseLongJson(typeof text === 'string' ? Buffer.from(text) : text, BOUNDS, APART);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The value as it would be without parts. */
function whole(text: string | Uint8Array): unknown {
  const { value, part } = parse(text);
  for (const place of APART) {
    const [outer = '', inner = ''] = place.split('.');
    const found = part(place);
    if (found === undefined) continue;
    const batches = [...found.batches()];
    const merged = found.isList ? batches.flat(1) : Object.assign({}, ...batches);
    Object.assign((value as Record<string, object>)[outer] ?? {}, { [inner]: merged });
  }
  return value;
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

/** Longer than what is parsed together. */
const many = fc
  .array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 })
  .map((few) => Array.from({ length: 4000 }, () => few).flat());
const table = fc
  .array(fc.string({ maxLength: 5 }), { maxLength: 3 })
  .map((names) =>
    Object.fromEntries(
      names.flatMap((name) => Array.from({ length: 2000 }, (_, at) => [`${name}n${at}`, { at, name }])),
    ),
  );
const value = fc.record({
  format: fc.string(),
  state: fc.record({ list: many, table, other: fc.jsonValue(), head: fc.record({ a: many }) }, { requiredKeys: [] }),
  more: fc.jsonValue(),
});

describe('a long text', () => {
  test('has the value that JSON.parse gives it', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1), (sent, indent) => {
        const text = JSON.stringify(sent, null, indent);
        expect(whole(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 30 },
    );
  });

  test('of which a character is lost, added or another one is refused where JSON.parse refuses it', () => {
    const text = JSON.stringify({
      state: { list: [{ a: [1, 'x,]'] }, [], 'é\\"'], table: { a: {}, b: [null] }, x: [1] },
      y: 1,
    });
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', '1', '\uFEFF'),
        fc.nat(1),
        (at, put, cut) => {
          const spoiled = text.slice(0, at) + put + text.slice(at + cut);
          expect(outcome(() => whole(spoiled))).toEqual(
            outcome(() => JSON.parse(new TextDecoder().decode(Buffer.from(spoiled))) as unknown),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a comma behind the last item', `{"state":{"list":[${'"0123456789",'.repeat(4000)}]}}`],
    ['a comma too many', `{"state":{"list":[${'"0123456789",'.repeat(3000)},1]}}`],
    ['a list that is closed as an object', '{"state":{"list":[1}}'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"state":{"list":["'), Buffer.from([0xff]), Buffer.from('"]}}')]),
    ],
  ])('with %s is refused', (_, text) => {
    expect(() => whole(text)).toThrow('not valid JSON');
  });

  test('with one value that takes long to parse, or with many parts, is refused before it is parsed', () => {
    const long = `"${'x'.repeat(4_200_000)}"`;
    expect(() => parse(`{"state":{"list":[1,${long}]}}`)).toThrow('a value of more than');
    expect(() => parse(`{"state":${long}}`)).toThrow('a value of more than');
    const parts = Array.from({ length: 101 }, (_, at) => `"p${at}":[]`).join();
    expect(() => parse(`{"state":{${parts}}}`)).toThrow('more than 100');
  });

  test('with members called __proto__ sets no prototype', () => {
    const { value } = parse('{"state":{"__proto__":[1],"head":{"__proto__":{"a":1}}}}');
    const { state } = value as { readonly state: { readonly head: object } };
    expect([Object.getPrototypeOf(state), Object.getPrototypeOf(state.head)]).toEqual([
      Object.prototype,
      Object.prototype,
    ]);
    expect(Object.keys(state)).toEqual(['__proto__', 'head']);
  });
});
