/**
 * Generations that a whole run pays for besides, where others of its creates fail and so cost nothing: what is left out
 * of a create has a default in reference mode, too, and an edit has sound though its source has none.
 */

import { defineProbe, type Probe } from '../../engine/define.ts';
import type { Kit, MakeOptions } from '../../engine/kit.ts';
import type { Profile } from '../../profile/profile.ts';
import { images, TEXT } from './bodies.ts';
import { BASE, EDIT, EDIT_ASKED, made, SECONDS, sourceBody } from './clips.ts';
import { failsToExtend } from './failing-extension.ts';
import { SPREAD } from './spread.ts';

const { seconds: OUTPUT } = SPREAD.referenceDefaults;

/** Where the shorter extension completes, these two would be the 13th and the 14th create that is paid for. */
function lacksWhole(profile: Profile): string | undefined {
  return failsToExtend(profile) === undefined
    ? 'It is paid for in whole runs only: with images, a prompt that fails (--failing-prompt) and a balance (balance.path), and no limit on what is spent.'
    : undefined;
}

/** A source stays what it is while something is made of it. */
function lookingAt(kit: Kit, source: Probe): Pick<MakeOptions, 'meanwhile' | 'whileRunning'> {
  const { id, key } = kit.generation(source);
  const look = (): Promise<unknown> => kit.get('again source', id, { key });
  return { meanwhile: look, whileRunning: look };
}

const REFERENCE_DEFAULTS = defineProbe({
  id: 'clip.reference-defaults',
  sends: `A reference-to-video create of ${OUTPUT} s with an image, a source video of ${SECONDS} s and the operation "reference", and nothing else; before its first poll, and when it runs, a get of its source.`,
  lacks: lacksWhole,
  after: [BASE],
  pays: () => [{ resolution: SPREAD.referenceDefaults.resolution, output: OUTPUT, source: SECONDS }],
  run: (kit) => {
    const body = {
      model: TEXT.model,
      mode: 'reference-to-video',
      prompt: TEXT.prompt,
      duration_seconds: OUTPUT,
      image_urls: images(kit.profile, 1),
      source_video_ids: [kit.generation(BASE).id],
      reference_video_operation: 'reference',
    };
    return made(kit.make(body, lookingAt(kit, BASE)));
  },
});

const EDIT_OF_SILENT = defineProbe({
  id: 'clip.edit-of-silent',
  sends: `An edit at 720p of the silent clip of ${SECONDS} s, with sound, that asks for ${EDIT_ASKED} s; before its first poll, and when it runs, a get of its source.`,
  lacks: lacksWhole,
  after: [EDIT],
  pays: () => [{ resolution: SPREAD.editOfSilent.resolution, output: SECONDS, source: SECONDS }],
  run: (kit) => {
    const { resolution } = SPREAD.editOfSilent;
    const body = sourceBody(kit, 'edit', [kit.generation(EDIT).id]);
    return made(kit.make({ ...body, resolution, duration_seconds: EDIT_ASKED }, lookingAt(kit, EDIT)));
  },
});

export const WHOLE_RUN_CLIPS: readonly Probe[] = [REFERENCE_DEFAULTS, EDIT_OF_SILENT];
