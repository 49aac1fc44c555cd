/** Makes the sound track: tone and beeps, and in reference and edit clips also the sound of the inputs. */

import type { Demand } from '../../../lib/semaphore.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import { rawSegment, type ClipSegment, type SegmentSpec } from '../segments/segment.ts';
import type { Encoder } from '../segments/encoder.ts';
import { styleOf } from '../picture/style.ts';
import { aacJob, sampleBytes, readAdts } from './aac.ts';
import { recording, samplesOf } from './recording.ts';
import { mixInto, toneSecond } from './tone.ts';

const INPUT_LEVEL = 0.6;

/** Returns the spec of the encoded track. Its length matches the pictures to within one AAC frame. */
export async function soundTrack(encoder: Encoder, plan: ClipPlan): Promise<SegmentSpec> {
  const { seconds } = plan;
  const known = new Map<string, Promise<SegmentSpec>>();
  // Each distinct source video has one spec, however many clips refer to it.
  const source = (clip: ClipPlan): Promise<SegmentSpec> => {
    const spec = known.get(clip.key) ?? sourceSound({ encoder, source }, clip);
    known.set(clip.key, spec);
    return spec;
  };
  const { keyParts, mixed } = await mixOf({ encoder, source }, plan);
  return encoder.spec(['aac', keyParts, seconds], async (demand) => {
    const samples = await mixed(demand);
    return readAdts(await encoder.run(() => aacJob(samples), demand), seconds);
  });
}

interface SoundSources {
  readonly encoder: Encoder;
  /** Returns the spec of the sound of a source video. */
  readonly source: (clip: ClipPlan) => Promise<SegmentSpec>;
}

async function mixOf({ encoder, source }: SoundSources, plan: ClipPlan) {
  const { seconds, workflow, audios, sources } = plan;
  const { pitch } = styleOf(plan);
  // Clips of other workflows have no sound of their inputs.
  const hasInputs = workflow === 'reference' || workflow === 'edit';
  const inputs = await Promise.all([
    ...(hasInputs ? audios : []).map(({ url }) => recording(encoder, url)),
    ...(hasInputs ? sources : []).filter(({ clip }) => clip.audio).map(({ clip }) => source(clip)),
  ]);
  return {
    keyParts: ['tone', pitch, seconds, inputs.map(({ key }) => key)],
    /** Gets the inputs and mixes them. The result is a list of consecutive stretches. */
    mixed: async (demand: Demand): Promise<readonly Int16Array[]> => {
      const tone = await encoder.draw(() => toneSecond({ pitch }));
      if (inputs.length === 0) return Array.from<Int16Array>({ length: seconds }).fill(tone);
      const segments = await Promise.all(inputs.map((input) => encoder.get(input, demand)));
      return mixSeconds(encoder, { tone, seconds, segments });
    },
  };
}

async function sourceSound(sources: SoundSources, clip: ClipPlan): Promise<SegmentSpec> {
  const { keyParts, mixed } = await mixOf(sources, clip);
  return sources.encoder.spec(['mix', keyParts], async (demand) =>
    rawSegment(Buffer.concat((await mixed(demand)).map(sampleBytes))),
  );
}

/** Mixes second by second, so that a clip of 30 s with ten sounds does not block the event loop. */
async function mixSeconds(
  encoder: Encoder,
  { tone, seconds, segments }: { tone: Int16Array; seconds: number; segments: readonly ClipSegment[] },
): Promise<Int16Array[]> {
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
