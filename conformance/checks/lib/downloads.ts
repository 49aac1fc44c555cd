/** Downloads of the generations of a run. The kit downloads each whole clip once. */

import { defineProbe, type Probe } from '../../engine/define.ts';
import { BASE, DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, LARGE, REFERENCE, WATCHED } from './clips.ts';
import { EXTEND_MANY } from './extend-many.ts';
import { SPENDING } from './failing.ts';
import { REFERENCE_DEFAULTS } from './thorough-clips.ts';

/** The download of the clip that most checks use. A run keeps only the bytes of this clip. */
export const DOWNLOAD = defineProbe({
  id: 'download',
  sends: 'A download of a completed clip, without Range.',
  after: ['any-clip'],
  run: async (kit) => {
    const clip = kit.generation('any-clip');
    kit.saveClip(clip, await kit.content('whole', clip.id, { key: clip.key }));
  },
});

const KNOWN = new Map<Probe, Probe>([[BASE, DOWNLOAD]]);

/** The downloads that cover each workflow and each aspect ratio. */
export const CLIP_DOWNLOADS: readonly Probe[] = [
  BASE,
  DEFAULTS,
  LARGE,
  EDIT,
  EXTEND,
  IMAGE,
  FRAMES,
  REFERENCE,
  WATCHED,
  SPENDING,
  REFERENCE_DEFAULTS,
].map((probe) => downloadOf(probe));

/** Returns the download of the clip that another probe makes. Each clip has one download. */
export function downloadOf(probe: Probe): Probe {
  const known = KNOWN.get(probe) ?? define(probe);
  KNOWN.set(probe, known);
  return known;
}

function define(probe: Probe): Probe {
  const name = probe.id.replace(/^clip\./, '');
  // Without `--thorough`, the generation with the longest sources fails on purpose.
  const group = probe === EXTEND_MANY ? 'thorough' : probe.group;
  return defineProbe({
    id: `download.${name}`,
    sends: `A download of the clip "${name}", without Range.`,
    after: [probe],
    ...(group === undefined ? {} : { group }),
    run: async (kit) => {
      const { id, key } = kit.generation(probe);
      await kit.content('whole', id, { key });
    },
  });
}
