/** Legal tampering: every clip has its index after its data, and byte ranges refer to that file. */

import { withHeader, type Answer, type Tampering } from '../server.ts';

/** Rewrites clips, and cuts parts from the rewritten clip. The engine tells where the parts are. */
export function indexLast(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'content' || call.method !== 'GET') return answer;
    if (answer.status === 200) return { ...answer, bytes: reordered(answer.bytes) };
    const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(answer.headers.get('content-range') ?? '') ?? [];
    if (answer.status !== 206 || start === undefined || end === undefined) return answer;
    const whole = await engine({
      ...call,
      headers: withHeader(withHeader(call, 'range', undefined), 'if-range', undefined).headers,
    });
    return { ...answer, bytes: reordered(whole.bytes).slice(Number(start), Number(end) + 1) };
  };
}

/** Moves the `moov` box to the end, and reduces its offsets by its length. */
function reordered(bytes: Answer['bytes']): Answer['bytes'] {
  const moov = boxOf(bytes, 'moov');
  if (moov === undefined) return bytes;
  const index = bytes.slice(moov.at, moov.at + moov.size);
  const view = new DataView(index.buffer);
  for (let at = find(index, 'stco'); at >= 0; at = find(index, 'stco', at + 4)) {
    const count = view.getUint32(at + 8);
    for (let entry = 0; entry < count; entry += 1) {
      const place = at + 12 + 4 * entry;
      view.setUint32(place, view.getUint32(place) - moov.size);
    }
  }
  return new Uint8Array(Buffer.concat([bytes.subarray(0, moov.at), bytes.subarray(moov.at + moov.size), index]));
}

function boxOf(bytes: Answer['bytes'], name: string): { readonly at: number; readonly size: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, view.getUint32(at))) {
    if (find(bytes.subarray(at + 4, at + 8), name) === 0) return { at, size: view.getUint32(at) };
  }
  return undefined;
}

function find(bytes: Uint8Array, name: string, from = 0): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(name, from, 'latin1');
}
