/** Downloads of the generations of a run. The kit downloads each whole clip once. */

import { defineProbe, type Probe } from '../../engine/define.ts';
import { DEFAULTS, EDIT, EXTEND, FRAMES, IMAGE, LARGE, REFERENCE, WATCHED } from './clips.ts';
import { EXTEND_MANY } from './extend-many.ts';
import { SPENDING } from './failing.ts';
import { FRAMES_LONG, REFERENCE_DEFAULTS } from './thorough-clips.ts';

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

export const DOWNLOAD_DEFAULTS = downloadOf(DEFAULTS);
export const DOWNLOAD_LARGE = downloadOf(LARGE);
export const DOWNLOAD_EDIT = downloadOf(EDIT);
export const DOWNLOAD_EXTEND = downloadOf(EXTEND);
export const DOWNLOAD_IMAGE = downloadOf(IMAGE);
export const DOWNLOAD_FRAMES = downloadOf(FRAMES);
export const DOWNLOAD_REFERENCE = downloadOf(REFERENCE);
export const DOWNLOAD_FRAMES_LONG = downloadOf(FRAMES_LONG);
/** Without `--thorough`, this generation fails on purpose. */
export const DOWNLOAD_EXTEND_MANY: Probe = { ...downloadOf(EXTEND_MANY), group: 'thorough' };
export const DOWNLOAD_WATCHED = downloadOf(WATCHED);
export const DOWNLOAD_SPENDING = downloadOf(SPENDING);

/** The downloads that cover each workflow and each aspect ratio. */
export const CLIP_DOWNLOADS: readonly Probe[] = [
  DOWNLOAD,
  DOWNLOAD_DEFAULTS,
  DOWNLOAD_LARGE,
  DOWNLOAD_EDIT,
  DOWNLOAD_EXTEND,
  DOWNLOAD_IMAGE,
  DOWNLOAD_FRAMES,
  DOWNLOAD_REFERENCE,
  DOWNLOAD_WATCHED,
  DOWNLOAD_SPENDING,
  downloadOf(REFERENCE_DEFAULTS),
];

/** Defines the download of the clip that another probe makes. */
export function downloadOf(probe: Probe): Probe {
  const name = probe.id.replace(/^clip\./, '');
  return defineProbe({
    id: `download.${name}`,
    sends: `A download of the clip "${name}", without Range.`,
    after: [probe],
    ...(probe.group === undefined ? {} : { group: probe.group }),
    run: async (kit) => {
      const { id, key } = kit.generation(probe);
      await kit.content('whole', id, { key });
    },
  });
}
