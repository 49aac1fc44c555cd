/** WAV length by samples, whatever the header promises. */
import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join, little16, little32 } from './make/chunks.ts';
import { wavSeconds } from './wav-seconds.ts';

interface Sound {
  readonly tag?: number;
  readonly blockAlign?: number;
  readonly promised?: number;
  readonly present?: number;
  readonly before?: Uint8Array;
  readonly subtype?: number;
}

/** A header for 1000 samples a second; the sound itself need not be there. */
function lengthOf({ tag = 1, blockAlign = 2, present = 4000, promised = present, ...more }: Sound): number | undefined {
  const extension =
    more.subtype === undefined ? [] : [22, 0, 16, 0, 0, 0, 0, 0, ...little16(more.subtype), ...new Uint8Array(14)];
  const fixed = [...little16(tag), 1, 0, ...little32(1000), ...little32(500), ...little16(blockAlign), 16, 0];
  const format = join('fmt ', little32(fixed.length + extension.length), fixed, extension);
  const head = join('RIFF', little32(0), 'WAVE', more.before ?? [], format, 'data', little32(promised));
  return wavSeconds(head, head.length + present);
}

describe('the length of a WAV', () => {
  it('is the number of samples by their rate', () => {
    expect(lengthOf({})).toBe(2);
    expect(lengthOf({ blockAlign: 4 })).toBe(1);
    expect(lengthOf({ tag: 3, blockAlign: 8 })).toBe(0.5);
  });

  it('leaves out a sample that is cut short', () => {
    expect(lengthOf({ present: 4003, blockAlign: 4 })).toBe(1);
  });

  it('counts what is there when the header promises more, or could not know', () => {
    expect([9000, 0, 0xffff_ffff].map((promised) => lengthOf({ promised }))).toEqual([2, 2, 2]);
  });

  it('counts only the sound when more follows it', () => {
    expect(lengthOf({ promised: 2000, present: 9000 })).toBe(1);
  });

  it('is found behind other chunks, of odd length too', () => {
    expect(lengthOf({ before: join('LIST', little32(3), 'abc', [0]) })).toBe(2);
  });

  it('is read through the extensible format', () => {
    expect(lengthOf({ tag: 0xfffe, subtype: 1, blockAlign: 4 })).toBe(1);
  });

  it('of compressed sound is what the fact chunk counts, else what its rate gives', () => {
    expect(lengthOf({ tag: 2, before: join('fact', little32(4), little32(3000)) })).toBe(3);
    expect(lengthOf({ tag: 2, promised: 2000 })).toBe(4);
  });

  it('is none without a format, without sound, or in bytes of any kind', () => {
    expect(wavSeconds(join('RIFF', little32(0), 'WAVEdata', little32(9)), 99)).toBeUndefined();
    expect(wavSeconds(join('RIFF', little32(0), 'WAVEfmt '), 20)).toBeUndefined();
    const named = (bytes: Uint8Array) => join('RIFF', little32(0), 'WAVEfmt ', bytes);
    assert(
      property(uint8Array({ maxLength: 80 }), (any) => {
        expect(() => wavSeconds(named(any), 99)).not.toThrow();
      }),
    );
  });
});
