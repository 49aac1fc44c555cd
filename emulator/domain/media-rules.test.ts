/** Both sides of each bound of the file rules, and the order in which input files fail. */
import { assert, integer, nat, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFile, judgeInputs, judgeWeight } from './media-rules.ts';
import type { JudgedFile } from './ports.ts';

const image = (width: number, height: number, bytes = 1000) =>
  judgeFile({ kind: 'image', type: 'png', bytes, width, height });
const audio = (seconds: number, bytes = 1000) => judgeFile({ kind: 'audio', type: 'mp3', bytes, seconds });
const lasting = (seconds: number): JudgedFile => ({
  ok: true,
  facts: { kind: 'audio', type: 'wav', bytes: 9, seconds },
});
const fine: JudgedFile = { ok: true, facts: { kind: 'image', type: 'png', bytes: 9, width: 400, height: 400 } };
const broken = (problem: 'image_invalid' | 'audio_fetch_failed'): JudgedFile => ({ ok: false, problem, detail: 'why' });

describe('one file', () => {
  it('passes up to the last byte below its limit and fails from the limit on', () => {
    expect([judgeWeight('image', 29_999_999), judgeWeight('audio', 14_999_999)]).toEqual([undefined, undefined]);
    expect(image(400, 400, 30_000_000)).toContain('must stay below 30000000');
    expect(audio(5, 15_000_000)).toContain('must stay below 15000000');
  });

  it('is judged alike on both axes', () => {
    const axis = integer({ min: 1, max: 7000 });
    assert(
      property(axis, axis, (a, b) => {
        expect(image(a, b) === undefined).toBe(image(b, a) === undefined);
      }),
    );
  });

  it('passes exactly when both axes and the ratio, in whole numbers, lie within the bounds', () => {
    const near = oneof(integer({ min: 290, max: 310 }), integer({ min: 5990, max: 6010 }), nat(7000));
    assert(
      property(near, near, (w, h) => {
        const within = Math.min(w, h) >= 300 && Math.max(w, h) <= 6000 && 5 * w >= 2 * h && 5 * h >= 2 * w;
        expect(image(w, h) === undefined).toBe(within);
      }),
    );
  });

  it.each([
    [300, 300, true],
    [299, 300, false],
    [6000, 6000, true],
    [6001, 6000, false],
    [750, 300, true],
    [751, 300, false],
    [300, 750, true],
    [300, 751, false],
    [6000, 2400, true],
    [5999, 2399, false],
  ])('%i x %i pixels: %s', (w, h, passes) => {
    expect(image(w, h) === undefined).toBe(passes);
  });

  it.each([
    [1.9, true],
    [1.899, false],
    [2, true],
    [30, true],
    [30.1, true],
    [30.101, false],
  ])('%f seconds: %s', (seconds, passes) => {
    expect(audio(seconds) === undefined).toBe(passes);
  });
});

describe('all files of a request', () => {
  it('pass when each does and the audio lasts 30 s together, within the tolerance', () => {
    expect(judgeInputs({ images: [fine], audios: [lasting(15), lasting(15)] })).toBeUndefined();
    expect(judgeInputs({ images: [], audios: Array.from({ length: 10 }, () => lasting(3.01)) })).toBeUndefined();
    expect(judgeInputs({ images: [], audios: [] })).toBeUndefined();
  });

  it('fail at the audio file that brings the sum over 30 s', () => {
    const failure = judgeInputs({ images: [fine, fine], audios: [lasting(20), lasting(10.102), lasting(5)] });
    expect(failure).toMatchObject({ code: 'audio_invalid', file: 4 });
    expect(failure?.detail).toContain('30.102 s');
  });

  it('fail at the first bad one, images before audio, counted over both', () => {
    const images = [fine, broken('image_invalid')];
    const audios = [broken('audio_fetch_failed')];
    expect(judgeInputs({ images, audios })).toMatchObject({ code: 'image_invalid', file: 2 });
    const failure = judgeInputs({ images: [fine], audios: [lasting(25), lasting(25), ...audios] });
    expect(failure).toMatchObject({ code: 'audio_fetch_failed', file: 4, detail: 'why' });
  });
});
