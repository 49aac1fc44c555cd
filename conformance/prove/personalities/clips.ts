/** Legal servers whose clips have other codecs, fragments or a late start. The document names no codec. */

import { remuxed } from '../tamper/remux.ts';
import type { Personality } from '../personality.ts';

export const CLIP_PERSONALITIES: readonly Personality[] = [
  {
    id: 'fragmented',
    does: 'sends its clips in fragments, as streaming players need them',
    tamper: remuxed({ isFragmented: true }),
    observed: { 'content.encoding.brand': 'iso5' },
  },
  {
    id: 'own-brand',
    does: 'has its own brand in its clips',
    tamper: remuxed({ brand: 'XAVC' }),
    observed: { 'content.encoding.brand': 'XAVC' },
  },
  {
    id: 'hevc-and-opus',
    does: 'encodes in HEVC and Opus',
    tamper: remuxed({ video: 'hevc', audio: 'opus' }),
    observed: { 'content.encoding.video': 'hevc' },
  },
  {
    id: 'av1-and-mp3',
    does: 'encodes in AV1 and MP3',
    tamper: remuxed({ video: 'av1', audio: 'mp3' }),
    observed: { 'content.encoding.video': 'av1' },
  },
  {
    id: 'vp9-in-fragments',
    does: 'encodes in VP9 and sends fragments',
    tamper: remuxed({ video: 'vp9', isFragmented: true }),
    observed: { 'content.encoding.video': 'vp9' },
  },
  {
    id: 'silence-stored',
    does: 'stores a silent track in a clip without sound',
    tamper: remuxed({ silence: 'aac' }),
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'silence-at-a-rate',
    does: 'stores a silent track in a clip without sound, in MP3 of a constant rate',
    tamper: remuxed({ silence: 'mp3' }),
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'late-start',
    does: 'lets picture and sound of a clip begin after half a second',
    tamper: remuxed({ startSeconds: 0.5 }),
    observed: { 'content.encoding.video': 'avc' },
  },
];
