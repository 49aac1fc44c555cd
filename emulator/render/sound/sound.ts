/** The sound track of a clip: its own tone and beeps, and for references and edits what they are made from. */

import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { Segment } from '../segments/segment.ts';
import type { SegmentRecipe, Encoder } from '../segments/encoder.ts';
import { styleOf } from '../picture/style.ts';
import { aacJob, readAdts } from './aac.ts';
import { recording, samplesOf } from './recording.ts';
import { CHANNELS, mixInto, SAMPLE_RATE, toneSecond } from './tone.ts';

/** How loud a reference or a source is in the mix. */
const INPUT_LEVEL = 0.6;

/** The encoded track: as long as the pictures, to within one AAC frame. */
export async function soundTrack(encoder: Encoder, plan: ClipPlan): Promise<SegmentRecipe> {
  const { seconds } = plan;
  const { ingredients, mixed } = await mixOf(sourceSounds(encoder), plan);
  return encoder.recipe(['aac', ingredients, seconds], async (signal) => {
    const draw = await mixed(signal);
    return readAdts(await encoder.run(() => aacJob(draw()), signal), seconds);
  });
}

interface Mix {
  readonly ingredients: readonly unknown[];
  /** Gets what is mixed, then returns how to mix it: stretches of samples to be laid end to end. */
  readonly mixed: (signal: AbortSignal) => Promise<() => readonly Int16Array[]>;
}

/** The sounds of the sources, of each distinct one once. */
interface SourceSounds {
  readonly encoder: Encoder;
  readonly rawMix: (plan: ClipPlan) => Promise<SegmentRecipe>;
}

function sourceSounds(encoder: Encoder): SourceSounds {
  const known = new Map<string, Promise<SegmentRecipe>>();
  const sounds: SourceSounds = {
    encoder,
    rawMix: (plan) => {
      const recipe = known.get(plan.key) ?? rawMix(sounds, plan);
      known.set(plan.key, recipe);
      return recipe;
    },
  };
  return sounds;
}

async function mixOf(sounds: SourceSounds, plan: ClipPlan): Promise<Mix> {
  const { seconds, workflow } = plan;
  const { pitch } = styleOf(plan);
  const inputs = workflow === 'reference' || workflow === 'edit' ? await inputsOf(sounds, plan) : [];
  const tone = (): Int16Array[] => Array.from<Int16Array>({ length: seconds }).fill(toneSecond({ pitch }));
  return {
    ingredients: ['tone', pitch, seconds, inputs.map(({ key }) => key)],
    mixed: async (signal) => {
      if (inputs.length === 0) return tone;
      const segments = await Promise.all(inputs.map((input) => sounds.encoder.take(input, signal)));
      return () => [mixAll(tone(), segments)];
    },
  };
}

/** Audio files as they are, and the sound of source videos that have one, mixed anew from their plans. */
async function inputsOf({ encoder, rawMix }: SourceSounds, { audios, sources }: ClipPlan): Promise<SegmentRecipe[]> {
  return Promise.all([
    ...audios.map(({ url }) => recording(encoder, url)),
    ...sources.filter(({ clip }) => clip.audio).map(({ clip }) => rawMix(clip)),
  ]);
}

async function rawMix(sounds: SourceSounds, plan: ClipPlan): Promise<SegmentRecipe> {
  const { ingredients, mixed } = await mixOf(sounds, plan);
  return sounds.encoder.recipe(['mix', ingredients], async (signal) => {
    const draw = await mixed(signal);
    const data = Buffer.concat(
      draw().map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    );
    return { config: new Uint8Array(), sizes: [data.length], data };
  });
}

function mixAll(stretches: readonly Int16Array[], segments: readonly Segment[]): Int16Array {
  const mix = new Int16Array(stretches.length * SAMPLE_RATE * CHANNELS);
  for (const [index, stretch] of stretches.entries()) mix.set(stretch, index * stretch.length);
  for (const { data } of segments) mixInto(mix, samplesOf(data), INPUT_LEVEL);
  return mix;
}
