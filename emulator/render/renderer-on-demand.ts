/** A renderer that looks for its ffmpeg when it is first needed, and turns its errors into the API's. */

import { ClipUnavailable, type Clip, type ClipRenderer } from '../domain/ports.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import type { FfmpegBinary, FfmpegSearch } from './ffmpeg-find.ts';
import { RenderError, type RenderFailure } from './render-error.ts';

export interface OnDemandOptions {
  /** Finds an ffmpeg; called again with each clip until there is one. */
  readonly find: () => Promise<FfmpegSearch>;
  readonly make: (ffmpeg: FfmpegBinary) => Promise<ClipRenderer>;
  /** Called with errors that the API's answer does not show. */
  readonly report: (cause: unknown) => void;
}

/** The Retry-After of an answer without a clip. */
const RETRY_SECONDS = 10;
/** Not worth a report. */
const EXPECTED: ReadonlySet<RenderFailure> = new Set(['aborted', 'closed']);

/** Wraps the renderer that `make` gives. Without any ffmpeg each clip is unavailable, and says why. */
export function createRendererOnDemand({ find, make, report }: OnDemandOptions): ClipRenderer {
  let started: Promise<ClipRenderer> | undefined;
  const start = async (): Promise<ClipRenderer> => {
    const search = await find();
    if (!search.found) throw new ClipUnavailable(`No clip can be made: ${search.message}`, RETRY_SECONDS);
    return make(search.binary);
  };
  let ready: ClipRenderer | undefined;
  const renderer = (): Promise<ClipRenderer> => {
    started ??= start().then(
      (made) => (ready = made),
      (cause: unknown) => {
        // A later search may succeed: an ffmpeg is installed, or files become free.
        started = undefined;
        throw cause;
      },
    );
    return started;
  };
  const toUnavailable = (cause: unknown): unknown => {
    if (isOutOfFiles(cause)) return new ClipUnavailable(`No clip can be made: ${NO_FILES_LEFT}`, RETRY_SECONDS);
    if (!(cause instanceof RenderError)) return cause;
    if (!EXPECTED.has(cause.code)) report(new Error(`${cause.message} ${cause.detail}`.trim(), { cause }));
    return new ClipUnavailable(cause.message, RETRY_SECONDS);
  };

  return {
    render: async (plan, signal, account) => {
      const attempt = async (): Promise<Clip> => (await renderer()).render(plan, signal, account);
      try {
        return await attempt().catch((cause: unknown) => {
          // It may have joined a search or a render that began while no file could be opened.
          if (isOutOfFiles(cause)) return attempt();
          throw cause;
        });
      } catch (cause) {
        throw toUnavailable(cause);
      }
    },
    decodes: async (kind, bytes) => {
      // Without an ffmpeg no clip can be made either, which content will say.
      const made = await renderer().catch(() => undefined);
      return made === undefined || made.decodes(kind, bytes);
    },
    ahead: (plan, lifetime) => {
      // Without an ffmpeg no clip can be made, which content will say.
      if (ready !== undefined) ready.ahead(plan, lifetime);
      else
        renderer().then(
          (made) => made.ahead(plan, lifetime),
          () => undefined,
        );
    },
    inMemory: (plan) => ready?.inMemory(plan),
    close: async () => {
      const made = await started?.catch(() => undefined);
      await made?.close();
    },
  };
}
