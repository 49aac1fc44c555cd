/** The ports of clips, input files and the simulated provider. `emulator/wiring/engine.ts` picks implementations. */

import type { Size } from '../../contract/dimensions.ts';
import type { Problem } from '../../contract/problem.ts';
import type { ClipFacts, ClipPlan } from './clip-plan.ts';
import type { Failure } from './generation.ts';

/** The bytes of a finished clip. The same clip plan always gives the same bytes. */
export interface Clip {
  readonly size: number;
  /** A digest of the bytes: a strong validator without its quotes. */
  readonly etag: string;
  /** All bytes in order. Clips may share pieces. */
  readonly pieces: readonly Uint8Array[];
}

/** Renders clips. Equal requests share one encode, which is canceled when the last of their signals aborts. */
export interface ClipRenderer {
  /** Renders a clip. The first clip that an account waits for comes before the second clip of any account. */
  render(plan: ClipPlan, signal?: AbortSignal, account?: string): Promise<Clip>;
  /** Returns a clip that is in memory. Players request many ranges, and a promise for each would be measurable. */
  inMemory(plan: ClipPlan): Clip | undefined;
  /** Renders a clip ahead of its download at low priority. The plan is made only if the clip is rendered. */
  ahead(plan: () => ClipPlan, lifetime: AbortSignal): void;
  readonly decodes: MediaDecoder;
  close(): Promise<void>;
}

/**
 * Reports whether an input file can be decoded, or true if no decoder is available. A damaged file can pass the file
 * rules, but its generation must fail.
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

export type JudgedFile =
  | { readonly ok: true; readonly facts: MediaFacts }
  | { readonly ok: false; readonly problem: MediaProblem; readonly detail: string };

/** The content of an input for a clip: an existing file, or the facts of a missing file that the renderer draws. */
export type InputMedia =
  | {
      readonly kind: 'file';
      /** Returns the SHA-256 digest of the content in hexadecimal. */
      readonly digest: () => Promise<string>;
      readonly bytes: () => Promise<Uint8Array>;
    }
  | {
      readonly kind: 'stand-in';
      /** The URL without its fragment. It determines the picture. */
      readonly url: string;
      readonly facts: MediaFacts;
    };

/** Input files by URL: a fixture host, mapped folders, derived stand-ins, or the network if it is turned on. */
export interface MediaLibrary {
  /** Finds the facts of a file and judges them by the file rules of the API document. */
  inspect(url: string, kind: MediaKind): Promise<JudgedFile>;
  /** Opens a file for rendering. `inspect` must have accepted it. */
  open(url: string, kind: MediaKind): Promise<InputMedia>;
}

/** The facts of a create that determine the size of its clip. */
export interface InspectionOrder extends Pick<ClipFacts, 'images' | 'audios' | 'workflow' | 'resolution'> {
  /** The requested size, or undefined if it follows from the inputs. */
  readonly size: Size | undefined;
  readonly sourceSizes: readonly Size[];
}

export interface Inspected {
  /** The size of the clip, as requested or adapted to the inputs. It is provisional while the generation waits. */
  readonly size: Size;
  /** Whether the files must be fetched. The generation is pending until they arrive. */
  readonly isWaiting?: boolean;
  /** The problem with an input file that makes the generation fail. */
  readonly failure?: Failure | undefined;
  /** The problem with an input file for which the settings reject the create instead. */
  readonly problem?: Problem | undefined;
}

/** The simulated provider, which inspects the input files of a create. */
export interface Provider {
  /** Inspects the files of a create, unless they must be fetched. It does not start a fetch. */
  inspect(order: InspectionOrder): Promise<Inspected>;
  /** Fetches and inspects the files of a create that did not wait for them. */
  fetch(order: InspectionOrder): Promise<Inspected>;
}

/** The error of a clip that cannot be made now. Its message goes to the client with a remedy. */
export class ClipUnavailable extends Error {
  override readonly name = 'ClipUnavailable';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
