import { describe, expect, test } from 'vitest';
import { DECIDING_SETTINGS } from '../../contract/requirements/requirement.ts';
import { requirementById } from '../../contract/requirements/requirements.ts';
import { CHECKS } from '../checks/checks.ts';
import type { MeasuredGeneration } from '../engine/measured.ts';
import { MAPPINGS, NOT_LEARNED } from './mappings.ts';
import { learn, notImitated } from './learn.ts';

const OBSERVING = CHECKS.filter(({ level }) => level === 'observe');
/** Settings that are learned from several observations, or from measurements. */
const LEARNED_TOGETHER = ['errors', 'latency', 'prices'] as const;
const NO_SETTING = 'No setting of the emulator changes this behavior.';
const settingsOf = (observations: Record<string, string>, standin: Record<string, string> = {}) =>
  learn({ observations, measured: [] }, standin).settings;

describe('the table', () => {
  const taught = new Set([...MAPPINGS.map(({ setting }) => setting), ...LEARNED_TOGETHER]);

  test('has an observation for every setting of an undocumented behavior, or the reason for its absence', () => {
    expect(DECIDING_SETTINGS.filter((name) => !taught.has(name)).toSorted()).toEqual(
      Object.keys(NOT_LEARNED).toSorted(),
    );
    expect([...taught].filter((name) => DECIDING_SETTINGS.every((known) => known !== name))).toEqual([]);
  });

  test('refers only to existing observations', () => {
    const ids = new Set(OBSERVING.map(({ id }) => id));
    expect(MAPPINGS.flatMap(({ from }) => from).filter((id) => !ids.has(id))).toEqual([]);
  });

  test('derives each setting from open points of the document that name the setting', () => {
    const wrong = MAPPINGS.flatMap(({ setting, from }) =>
      from
        .map((id) => CHECKS.find((check) => check.id === id))
        .filter((check) => {
          const silence = check && requirementById(check.requirement);
          return silence?.level !== 'silent' || !(silence.settings ?? []).some((name) => name === setting);
        })
        .map((check) => `${setting} by ${check?.id}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what is learned', () => {
  test('is the value that an observation shows; an observation without a matching value is ignored', () => {
    expect(settingsOf({ 'idempotency.replay': '200 other body' })).toEqual({
      idempotency: 'replay',
      replayStatus: 200,
    });
    expect(settingsOf({ 'idempotency.replay': 'refused 409 key_used' })).toEqual({ idempotency: 'reject' });
    expect(settingsOf({ 'idempotency.replay': 'refused 402 insufficient_credits' })).toEqual({});
    const learned = learn({ observations: { 'content.headers.etag': 'weak' }, measured: [] }, {});
    expect(learned.settings).toEqual({});
    expect(learned.kept.find(({ setting }) => setting === 'validators')?.reason).toBe(
      'content.headers.etag is "weak". No value of the setting matches this observation.',
    );
  });

  test('does not include unseen observations, and the result lists them', () => {
    const { settings, kept } = learn({ observations: {}, measured: [] }, {});
    expect(settings).toEqual({});
    expect(kept.map(({ setting }) => setting)).toEqual([...DECIDING_SETTINGS]);
    expect(kept.filter(({ reason }) => reason === '')).toEqual([]);
  });

  test('contains the most frequent status and code of rejections, except promised values', () => {
    const standin = {
      'error-code.a': '400 invalid_prompt',
      'error-code.b': '400 invalid_prompt',
      'error-code.c': '400 invalid_prompt',
      'error-code.missing-key': '401 missing_api_key',
      'error-code.d': '400 invalid_json',
      'http.socket.encoded': '400 invalid_content_type',
      'get.spelling.long-id': '404 (video_not_found)',
    };
    const observations = {
      'error-code.a': '422 other',
      'error-code.b': '422 bad_prompt',
      'error-code.c': '422 bad_prompt',
      'error-code.missing-key': '403 forbidden',
      'error-code.d': '400 invalid_json',
      // The server accepted the body, and then rejected the payment.
      'http.socket.encoded': '402 insufficient_credits',
      'get.spelling.long-id': '404 (no_such)',
    };
    expect(settingsOf(observations, standin)['errors']).toEqual({
      invalid_prompt: { status: 422, code: 'bad_prompt' },
      missing_api_key: { code: 'forbidden' },
      video_not_found: { code: 'no_such' },
    });
  });
});

describe('what was measured', () => {
  const made = (more: Partial<MeasuredGeneration>): MeasuredGeneration => ({
    probe: 'clip.base',
    resolution: '480p',
    audio: true,
    seconds: 4,
    sourceSeconds: 0,
    end: 'completed',
    sawRunning: true,
    ...more,
  });
  const timed = (pending: number, total: number, more: Partial<MeasuredGeneration> = {}): MeasuredGeneration =>
    made({ leftPending: [pending - 0.5, pending + 0.5], ended: [total - 1, total + 1], ...more });
  const latencyOf = (...measured: MeasuredGeneration[]): unknown =>
    learn({ observations: {}, measured }, {}).settings['latency'];

  test('gives a median and a 95th percentile, if there are enough different times', () => {
    expect(latencyOf(timed(2, 60), timed(2, 62), timed(3, 63), timed(9, 99))).toBe('seconds:2..9,60..90');
    expect(latencyOf(timed(2, 60), timed(2, 62))).toBe('seconds:2,58');
    expect(latencyOf(timed(2, 60), timed(2, 62), timed(2, 62), timed(2, 61))).toBe('seconds:2,59');
  });

  test('excludes failed generations, and uses generations of a slow key only without others', () => {
    const failed = timed(1, 2, { end: 'failed' });
    expect(latencyOf(timed(2, 60), failed, timed(2, 600, { key: 'watched' }))).toBe('seconds:2,58');
    expect(latencyOf(timed(2, 600, { key: 'watched' }))).toBe('seconds:2,598');
    expect(latencyOf(failed)).toBeUndefined();
  });

  test('is instant if every first poll showed the end', () => {
    const first = made({ leftPending: [0, 2], ended: [0, 2], sawRunning: false });
    expect(latencyOf(first, first)).toBe('instant');
    expect(latencyOf(first, timed(3, 3, { sawRunning: false }))).toMatch(/^seconds:/);
  });

  test('gives prices by kind and resolution, and ignores edits, and silent clips if there are others', () => {
    const measured = [
      made({ cost: 0.5, seconds: 5, audio: false }),
      made({ cost: 0.48 }),
      made({ cost: 1.12, resolution: '720p' }),
      made({ cost: 99, operation: 'edit', sourceSeconds: 4 }),
      made({ cost: 0.72, operation: 'extend', seconds: 5, sourceSeconds: 4 }),
      made({ cost: undefined, resolution: '1080p' }),
    ];
    expect(learn({ observations: {}, measured }, {}).settings['prices']).toEqual({
      withoutSources: { '480p': 0.12, '720p': 0.28 },
      withSources: { '480p': 0.08 },
    });
  });
});

test('different observations of the emulator are listed with both values; times are not compared', () => {
  const observed = {
    'content.stable': 'other bytes',
    'get.head': '200',
    'state.watched-path': 'pending',
    'header.server': 'present',
  };
  expect(notImitated(observed, { 'content.stable': 'the same bytes', 'get.head': '200' })).toEqual([
    {
      id: 'content.stable',
      observed: 'other bytes',
      shown: 'the same bytes',
      reason: NO_SETTING,
    },
    { id: 'header.server', observed: 'present', reason: NO_SETTING },
  ]);
});
