/** Makes the sound track: tone and beeps, and in reference and edit clips also the sound of the inputs. */

import type { Demand } from '../../../lib/semaphore.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import { rawSegment, type ClipSegment } from '../segments/segment.ts';
import type { SegmentSpec, Encoder } from '../segments/encoder.ts';
import { styleOf } from '../picture/style.ts';
import { aacJob, bytesOf, readAdts } from './aac.ts';
import { recording, samplesOf } from './recording.ts';
import { mixInto, toneSecond } from './tone.ts';

/** The level of inputs in the mix. */
const INPUT_LEVEL = 0.6;

/** Returns the spec of the encoded track. Its length matches the pictures to within one AAC frame. */
export async function soundTrack(encoder: Encoder, plan: ClipPlan): Promise<SegmentSpec> {
  const { seconds } = plan;
  const { keyParts, mixed } = await mixOf(sourceSounds(encoder), plan);
  return encoder.spec(['aac', keyParts, seconds], async (demand) => {
    const samples = await mixed(demand);
    return readAdts(await encoder.run(() => aacJob(samples), demand), seconds);
  });
}

interface Mix {
  readonly keyParts: readonly unknown[];
  /** Gets the inputs and mixes them. The result is a list of consecutive stretches. */
  readonly mixed: (demand: Demand) => Promise<readonly Int16Array[]>;
}

/** The specs of the sounds of source videos, one for each distinct video. */
interface SourceSounds {
  readonly encoder: Encoder;
  readonly rawMix: (plan: ClipPlan) => Promise<SegmentSpec>;
}

function sourceSounds(encoder: Encoder): SourceSounds {
  const known = new Map<string, Promise<SegmentSpec>>();
  const sounds: SourceSounds = {
    encoder,
    rawMix: (plan) => {
      const spec = known.get(plan.key) ?? rawMix(sounds, plan);
      known.set(plan.key, spec);
      return spec;
    },
  };
  return sounds;
}

async function mixOf(sounds: SourceSounds, plan: ClipPlan): Promise<Mix> {
  const { encoder } = sounds;
  const { seconds, workflow } = plan;
  const { pitch } = styleOf(plan);
  const inputs = workflow === 'reference' || workflow === 'edit' ? await inputsOf(sounds, plan) : [];
  return {
    keyParts: ['tone', pitch, seconds, inputs.map(({ key }) => key)],
    mixed: async (demand) => {
      const tone = await encoder.draw(() => toneSecond({ pitch }));
      if (inputs.length === 0) return Array.from<Int16Array>({ length: seconds }).fill(tone);
      const segments = await Promise.all(inputs.map((input) => encoder.get(input, demand)));
      return mixSeconds(encoder, { tone, seconds, segments });
    },
  };
}

/** Returns the audio files and the sounds of the source videos that have sound. */
async function inputsOf({ encoder, rawMix }: SourceSounds, { audios, sources }: ClipPlan): Promise<SegmentSpec[]> {
  return Promise.all([
    ...audios.map(({ url }) => recording(encoder, url)),
    ...sources.filter(({ clip }) => clip.audio).map(({ clip }) => rawMix(clip)),
  ]);
}

async function rawMix(sounds: SourceSounds, plan: ClipPlan): Promise<SegmentSpec> {
  const { keyParts, mixed } = await mixOf(sounds, plan);
  return sounds.encoder.spec(['mix', keyParts], async (demand) => {
    const samples = await mixed(demand);
    return rawSegment(Buffer.concat(samples.map(bytesOf)));
  });
}

interface Mixing {
  readonly tone: Int16Array;
  readonly seconds: number;
  readonly segments: readonly ClipSegment[];
}

/** Mixes second by second, so that a clip of 30 s with ten sounds does not block the event loop. */
async function mixSeconds(encoder: Encoder, { tone, seconds, segments }: Mixing): Promise<Int16Array[]> {
  const sounds: Int16Array[] = [];
  for (const { data } of segments) sounds.push(await encoder.draw(() => samplesOf(data)));
  const mix: Int16Array[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const stretch = tone.slice();
    // Each sound is mixed in its own turn, because one takes about a millisecond.
    for (const sound of sounds) await encoder.draw(() => mixInto(stretch, sound, { second, level: INPUT_LEVEL }));
    mix.push(stretch);
  }
  return mix;
}
