import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyFingerprint, createKeyFingerprint } from './fingerprint.ts';

describe('the fingerprint of a body', () => {
  test('does not depend on the spelling of the body', () => {
    expect(bodyFingerprint(JSON.parse('{"a":1,"b":[1,{"c":2,"d":3}]}'))).toBe(
      bodyFingerprint(JSON.parse('{"b":[1.0,{"d":3,"c":2e0}],"a":1}')),
    );
  });

  test.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', '{}'],
    ['{"a":{}}', '{"a":[]}'],
    ['{"a":"1,2"}', '{"a":["1","2"]}'],
    ['{"a,b":1}', '{"a":1,"b":1}'],
    ['{"__proto__":1}', '{}'],
  ])('tells %s from %s', (one, other) => {
    expect(bodyFingerprint(JSON.parse(one))).not.toBe(bodyFingerprint(JSON.parse(other)));
  });

  test('survives a body of 100,000 levels', () => {
    expect(bodyFingerprint(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toMatch(/^[\w-]{43}$/);
  });

  test('does not depend on the order of names', () => {
    assert(
      property(jsonValue({ maxDepth: 3 }), (value) => {
        const body = { value, other: 1 };
        expect(bodyFingerprint({ other: 1, value })).toBe(bodyFingerprint(body));
      }),
    );
  });
});

describe('the fingerprint of a key', () => {
  test('is the same for one key, another for another, and says nothing in another process', () => {
    const [here, there] = [createKeyFingerprint(), createKeyFingerprint()];
    expect(here('sk_standin_a')).toBe(here('sk_standin_a'));
    expect(here('sk_standin_a')).not.toBe(here('sk_standin_b'));
    expect(here('sk_standin_a')).not.toBe(there('sk_standin_a'));
    expect(here('sk_standin_a')).not.toContain('sk_standin_a');
  });
});
