/** What the engine asks of the rooms around it. Each implementation is picked in `emulator/index.ts` and nowhere else. */

import type { ClipPlan } from './clip-plan.ts';

/** The bytes of a finished clip. They are a function of the plan: the same plan gives the same bytes for ever. */
export interface Clip {
  readonly size: number;
  /** A strong validator without its quotes: a digest of the bytes. */
  readonly etag: string;
  /** All bytes in order; clips may share pieces. */
  readonly pieces: readonly Uint8Array[];
}

/** Makes clips. Identical requests share one encode; aborting the last interested signal cancels it. */
export interface ClipRenderer {
  /** A signal that has to be put together first is only asked for where there is something to wait for. */
  render(plan: ClipPlan, signal?: AbortSignal | (() => AbortSignal)): Promise<Clip>;
  /** A clip that lies in memory now: a player asks for one range after another, and a promise for each costs a part of the range. */
  atHand(plan: ClipPlan): Clip | undefined;
  readonly decodes: MediaDecoder;
  close(): Promise<void>;
}

/**
 * Whether the content of an input file can be decoded; true where there is nothing to try it with. What passes the file
 * rules may be damaged all the same, and a generation has to fail of that before it completes.
 */
export type MediaDecoder = (kind: MediaKind, bytes: () => Promise<Uint8Array>) => Promise<boolean>;

export type MediaKind = 'image' | 'audio';

/** What reading an input file told. */
export type MediaFacts =
  | {
      readonly kind: 'image';
      readonly type: 'jpeg' | 'png' | 'webp';
      readonly bytes: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'audio'; readonly type: 'mp3' | 'wav'; readonly bytes: number; readonly seconds: number };

export type MediaProblem = 'image_fetch_failed' | 'audio_fetch_failed' | 'image_invalid' | 'audio_invalid';

export type MediaLook =
  | { readonly ok: true; readonly facts: MediaFacts }
  | { readonly ok: false; readonly problem: MediaProblem; readonly detail: string };

/** What a clip shows of an input: a file that exists, or the facts of one that does not, which the renderer draws and sounds itself. */
export type InputMedia =
  | {
      readonly kind: 'file';
      /** SHA-256 of the content, in hexadecimal. */
      readonly digest: () => Promise<string>;
      readonly bytes: () => Promise<Uint8Array>;
    }
  | {
      readonly kind: 'stand-in';
      /** Without its fragment; what is shown follows from it. */
      readonly url: string;
      readonly facts: MediaFacts;
    };

/** Input files by URL: a fixture host, mapped folders, stand-ins derived from the URL, or (only when turned on) the network. */
export interface MediaLibrary {
  /** Finds a file's facts and judges it against the file rules of the API document. */
  look(url: string, kind: MediaKind): Promise<MediaLook>;
  /** What is needed for rendering; only called for files whose look was ok. */
  open(url: string, kind: MediaKind): Promise<InputMedia>;
}

/** There is no clip to be had now; the message says why and what to do, and goes to the client. */
export class ClipUnavailable extends Error {
  override readonly name = 'ClipUnavailable';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
