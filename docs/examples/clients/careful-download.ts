/** Downloads a clip. Resumes a broken download while the clip does not change, and returns only complete clips. */

import { GaveUp, refusalOf, type RetryableFailure, type Sender } from './careful-sender.ts';

/** The bytes that have arrived, the ETag of their clip, and its size. */
interface Part {
  readonly pieces: Uint8Array[];
  readonly etag: string | undefined;
  readonly size: number | undefined;
}

const NOTHING: Part = { pieces: [], etag: undefined, size: undefined };

export interface Source {
  readonly id: string;
  readonly url: string;
}

export async function fetchClip(sender: Sender, { id, url }: Source): Promise<Uint8Array> {
  let part = NOTHING;
  return sender.retrying({ id, graceFor404: 5 }, async () => {
    const have = lengthOf(part);
    const answer = await sender.once(sender.resolve(url), { headers: rangeOf(part) });
    if (answer.status === 416) {
      await answer.body?.cancel();
      if (isComplete(answer, have)) return { value: Buffer.concat(part.pieces) };
      part = NOTHING;
      return { message: 'The range lies outside of the clip.', status: 416, retryable: true };
    }
    if (!answer.ok) return refusalOf(answer, await sender.text(answer));
    const begun = begin(part, answer);
    if (begun === undefined) {
      await answer.body?.cancel();
      part = NOTHING;
      return { message: 'The download is not the clip.', status: answer.status, retryable: true };
    }
    part = begun;
    const isWhole = await sender.read(answer, part.pieces);
    return isWhole ? judge(part) : { message: 'The download broke off.', code: 'download_broken', retryable: true };
  });
}

/** Only a strong validator says that what comes belongs to what is there. */
function rangeOf({ pieces, etag }: Part): Record<string, string> {
  const have = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return have > 0 && etag !== undefined ? { range: `bytes=${have}-`, 'if-range': etag } : {};
}

/** The position of the bytes of a response; undefined if they are not part of the clip, or do not fit. */
function begin(part: Part, { status, headers }: Response): Part | undefined {
  if (headers.get('content-type') !== 'video/mp4') return undefined;
  const tag = headers.get('etag') ?? '';
  const etag = tag.startsWith('"') ? tag : undefined;
  if (status !== 206) return { pieces: [], etag, size: numberOf(headers.get('content-length')) };
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  const isSameSize = part.size === undefined || part.size === numberOf(size);
  if (Number(from) !== lengthOf(part) || etag !== part.etag || !isSameSize) return undefined;
  return { ...part, size: numberOf(size) };
}

/** A clip has the length that was announced, and begins as an MP4 does. */
function judge(part: Part): { readonly value: Uint8Array } | RetryableFailure {
  const clip = Buffer.concat(part.pieces);
  if (clip.length === 0 || (part.size !== undefined && clip.length < part.size)) {
    return { message: 'The download ended early.', code: 'download_broken', retryable: true };
  }
  if ((part.size !== undefined && clip.length > part.size) || clip.toString('latin1', 4, 8) !== 'ftyp') {
    throw new GaveUp({ message: 'The download is not an MP4 file.', code: 'download_broken' });
  }
  return { value: clip };
}

/** 416 tells the size: where all of it is there, nothing is missing. */
function isComplete({ headers }: Response, have: number): boolean {
  return have > 0 && headers.get('content-range') === `bytes */${have}`;
}

function lengthOf({ pieces }: Part): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function numberOf(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Number(text);
}
