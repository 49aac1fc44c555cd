import { describe, expect, test } from 'vitest';
import { Refusal, refuseProblems, type RefusalStyle } from './refusal.ts';

const styled = (style: Partial<RefusalStyle> = {}): RefusalStyle => ({
  profile: 'documented',
  errors: {},
  hasRequestIds: true,
  ...style,
});
const documented = styled();
const ietf = styled({ profile: 'ietf' });

describe('a refusal', () => {
  test('has the status of its code, or the closer one of the profile ietf', () => {
    const refusal = new Refusal('idempotency_key_reused');
    expect([refusal.statusIn(documented), refusal.statusIn(ietf)]).toEqual([400, 422]);
    expect(new Refusal('invalid_json').statusIn(ietf)).toBe(400);
  });

  test('has a status of its own where a setting says so, in every profile', () => {
    const refusal = new Refusal('idempotency_key_reused', { status: 409 });
    expect([refusal.statusIn(documented), refusal.statusIn(ietf)]).toEqual([409, 409]);
  });

  test('has the message of the catalog where there is nothing more exact', () => {
    expect(new Refusal('not_found').message).toContain('No such path');
    const text = new Refusal('not_found', { message: 'Not "here".\n' }).envelope(documented, 'id');
    expect(JSON.parse(text)).toEqual({
      error: { code: 'not_found', message: 'Not "here".\n', request_id: 'id' },
    });
  });
});

describe('a setting', () => {
  const errors = { invalid_json: { status: 422, code: 'bad "body"' }, idempotency_key_reused: { status: 409 } };

  test('gives an error a status and a code of its own, before the profile', () => {
    const refusal = new Refusal('invalid_json', { message: 'x' });
    expect(refusal.statusIn(styled({ errors }))).toBe(422);
    expect(new Refusal('idempotency_key_reused').statusIn(styled({ errors, profile: 'ietf' }))).toBe(409);
    expect(JSON.parse(refusal.envelope(styled({ errors }), 'id'))).toMatchObject({ error: { code: 'bad "body"' } });
  });

  test('leaves request ids out', () => {
    const text = new Refusal('not_found', { message: 'x' }).envelope(styled({ hasRequestIds: false }), 'id');
    expect(JSON.parse(text)).toEqual({ error: { code: 'not_found', message: 'x' } });
  });
});

describe('problems', () => {
  const problem = (at: number) => ({ path: `field_${at}`, code: 'unknown_field' as const, message: 'is wrong' });

  test('make a refusal only if there are any', () => {
    expect(refuseProblems([])).toBeUndefined();
  });

  test('give the code of the first and list up to ten', () => {
    const refusal = refuseProblems([
      { path: '', code: 'invalid_json', message: 'must be an object' },
      ...Array.from({ length: 12 }, (_, at) => problem(at)),
    ]);
    expect(refusal?.code).toBe('invalid_json');
    expect(refusal?.message).toMatch(
      /^The body must be an object; field_0 is wrong; .*field_8 is wrong; and 3 more\.$/,
    );
  });
});
