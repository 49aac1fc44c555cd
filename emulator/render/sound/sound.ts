/** The sound track of a clip: its own tone and beeps, and for references and edits what they are made from. */

import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { Part } from '../segments/segment.ts';
import type { PartRecipe, Studio } from '../segments/encoder.ts';
import { lookOf } from '../picture/style.ts';
import { aacJob, readAdts } from './aac.ts';
import { recording, samplesOf } from './recording.ts';
import { CHANNELS, mixInto, SAMPLE_RATE, toneSecond } from './tone.ts';

/** How loud a reference or a source is in the mix. */
const INPUT_LEVEL = 0.6;

/** The encoded track: as long as the pictures, to within one AAC frame. */
export async function soundTrack(studio: Studio, plan: ClipPlan): Promise<PartRecipe> {
  const { seconds } = plan;
  const { ingredients, mixed } = await mixOf(sourceSounds(studio), plan);
  return studio.recipe(['aac', ingredients, seconds], async (signal) => {
    const draw = await mixed(signal);
    return readAdts(await studio.run(() => aacJob(draw()), signal), seconds);
  });
}

interface Mix {
  readonly ingredients: readonly unknown[];
  /** Gets what is mixed, then returns how to mix it: stretches of samples to be laid end to end. */
  readonly mixed: (signal: AbortSignal) => Promise<() => readonly Int16Array[]>;
}

/** The sounds of the sources, of each distinct one once. */
interface SourceSounds {
  readonly studio: Studio;
  readonly rawMix: (plan: ClipPlan) => Promise<PartRecipe>;
}

function sourceSounds(studio: Studio): SourceSounds {
  const known = new Map<string, Promise<PartRecipe>>();
  const sounds: SourceSounds = {
    studio,
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
  const { pitch } = lookOf(plan);
  const inputs = workflow === 'reference' || workflow === 'edit' ? await inputsOf(sounds, plan) : [];
  const tone = (): Int16Array[] => Array.from<Int16Array>({ length: seconds }).fill(toneSecond({ pitch }));
  return {
    ingredients: ['tone', pitch, seconds, inputs.map(({ key }) => key)],
    mixed: async (signal) => {
      if (inputs.length === 0) return tone;
      const parts = await Promise.all(inputs.map((input) => sounds.studio.take(input, signal)));
      return () => [mixAll(tone(), parts)];
    },
  };
}

/** Audio files as they are, and the sound of source videos that have one, mixed anew from their plans. */
async function inputsOf({ studio, rawMix }: SourceSounds, { audios, sources }: ClipPlan): Promise<PartRecipe[]> {
  return Promise.all([
    ...audios.map(({ url }) => recording(studio, url)),
    ...sources.filter(({ clip }) => clip.audio).map(({ clip }) => rawMix(clip)),
  ]);
}

async function rawMix(sounds: SourceSounds, plan: ClipPlan): Promise<PartRecipe> {
  const { ingredients, mixed } = await mixOf(sounds, plan);
  return sounds.studio.recipe(['mix', ingredients], async (signal) => {
    const draw = await mixed(signal);
    const data = Buffer.concat(
      draw().map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    );
    return { config: new Uint8Array(), sizes: [data.length], data };
  });
}

function mixAll(stretches: readonly Int16Array[], parts: readonly Part[]): Int16Array {
  const mix = new Int16Array(stretches.length * SAMPLE_RATE * CHANNELS);
  for (const [index, stretch] of stretches.entries()) mix.set(stretch, index * stretch.length);
  for (const { data } of parts) mixInto(mix, samplesOf(data), INPUT_LEVEL);
  return mix;
}
