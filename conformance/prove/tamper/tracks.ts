/** Tampering with the tracks of a clip: it edits a few numbers in the `moov` box. */

import { answering } from './answers.ts';
import type { Answer, Tampering } from '../server.ts';

type Kind = 'vide' | 'soun';
type Edit = (view: DataView, find: (box: string) => number) => void;

/** Edits the numbers of one track of every clip that is sent whole. */
export function retracking(kind: Kind, edit: Edit): () => Tampering {
  return answering('content', (answer) => (answer.status === 200 ? edited(answer, kind, edit) : answer));
}

/** Edits the numbers of one track in one answer. */
export function tracked(kind: Kind, edit: Edit): (answer: Answer) => Answer {
  return (answer) => edited(answer, kind, edit);
}

/** Makes the clock of the track faster or slower, so that its samples come sooner or later. */
export function atSpeed(factor: number): Edit {
  return (view, find) => {
    const header = find('mdhd');
    // The times before this number have 32 or 64 bits.
    const at = header + (view.getUint8(header) === 1 ? 20 : 12);
    view.setUint32(at, Math.round(view.getUint32(at) * factor));
  };
}

/** Leaves out the last sample. */
export const oneShort: Edit = (view, find) => {
  const sizes = find('stsz') + 8;
  view.setUint32(sizes, view.getUint32(sizes) - 1);
  const times = find('stts') + 8;
  const entries = view.getUint32(times - 4);
  const last = times + (entries - 1) * 8;
  view.setUint32(last, view.getUint32(last) - 1);
};

/** Gives all samples of the first run of the table the same time. */
export const standingStill: Edit = (view, find) => {
  view.setUint32(find('stts') + 12, 0);
};

function edited(answer: Answer, kind: Kind, edit: Edit): Answer {
  const bytes = answer.bytes.slice();
  const text = Buffer.from(bytes.buffer).toString('latin1');
  const track = trackStart(text, kind);
  if (track === undefined) return answer;
  edit(new DataView(bytes.buffer), (box) => text.indexOf(box, track) + 4);
  return { ...answer, bytes };
}

/** Finds the `trak` box with this kind of handler. Its header comes first, then its tables. */
function trackStart(text: string, kind: Kind): number | undefined {
  for (let at = text.indexOf('trak'); at >= 0; at = text.indexOf('trak', at + 4)) {
    const handler = text.indexOf('hdlr', at);
    if (text.slice(handler + 12, handler + 16) === kind) return at;
  }
  return undefined;
}
