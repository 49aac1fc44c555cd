/** The ports of clips and input files. `emulator/wiring/engine.ts` picks the implementations. */

import type { ClipPlan } from './clip-plan.ts';

/** The bytes of a finished clip: a function of the clip plan, so the same plan always gives the same bytes. */
export interface Clip {
  readonly size: number;
  /** A strong validator without its quotes: a digest of the bytes. */
  readonly etag: string;
  /** All bytes in order; clips may share pieces. */
  readonly pieces: readonly Uint8Array[];
}

/**
 * Makes clips, single-flight by clip plan: equal requests share one encode, and aborting the last of their signals
 * cancels it.
 */
export interface ClipRenderer {
  /** Renders a clip. Accounts take turns, so that none waits for all clips of another account. */
  render(plan: ClipPlan, signal?: AbortSignal, account?: string): Promise<Clip>;
  /** A clip that is in memory now: a player asks for range after range, and a promise for each would be measurable. */
  atHand(plan: ClipPlan): Clip | undefined;
  /** Renders ahead at low priority. The plan is made only if the clip is rendered. */
  ahead(plan: () => ClipPlan, lifetime: AbortSignal): void;
  readonly decodes: MediaDecoder;
  close(): Promise<void>;
}

/**
 * Whether an input file can be decoded; true where no decoder is available. A file that passes the file rules may be
 * damaged all the same, and a generation has to fail of that before it completes.
 */
export type MediaDecoder = (kind: MediaKind, bytes: () => Promise<Uint8Array>) => Promise<boolean>;

export type MediaKind = 'image' | 'audio';

/** The facts that were read from an input file. */
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

/**
 * The content of an input for a clip: a file that exists, or the facts of a missing file, which the renderer draws
 * itself.
 */
export type InputMedia =
  | {
      readonly kind: 'file';
      /** SHA-256 of the content, in hexadecimal. */
      readonly digest: () => Promise<string>;
      readonly bytes: () => Promise<Uint8Array>;
    }
  | {
      readonly kind: 'stand-in';
      /** The URL without its fragment. The picture follows from it. */
      readonly url: string;
      readonly facts: MediaFacts;
    };

/**
 * Input files by URL: a fixture host, mapped folders, stand-ins derived from the URL, or (only when turned on) the
 * network.
 */
export interface MediaLibrary {
  /** Finds a file's facts and judges it against the file rules of the API document. */
  look(url: string, kind: MediaKind): Promise<MediaLook>;
  /** Opens a file for rendering; only called where `look` was ok. */
  open(url: string, kind: MediaKind): Promise<InputMedia>;
}

/** The clip cannot be made now; the message says why and what to do, and goes to the client. */
export class ClipUnavailable extends Error {
  override readonly name = 'ClipUnavailable';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
