/** Defers the search for ffmpeg until the first clip, and converts render errors to API errors. */

import { ClipUnavailable, type Clip, type ClipRenderer } from '../domain/ports.ts';
import { lazy } from '../../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import type { FfmpegBinary, FfmpegSearch } from './ffmpeg-find.ts';
import { RenderError } from './render-error.ts';

export interface OnDemandOptions {
  /** Finds an ffmpeg. It is called again for each clip until it finds one. */
  readonly find: () => Promise<FfmpegSearch>;
  readonly make: (ffmpeg: FfmpegBinary) => Promise<ClipRenderer>;
  /** Called with the errors that the API response does not show. */
  readonly report: (cause: unknown) => void;
}

/** The Retry-After header of a response without a clip. */
const RETRY_SECONDS = 10;

/** Wraps the renderer that `make` returns. Without ffmpeg, each clip is unavailable, and the error says why. */
export function createRendererOnDemand({ find, make, report }: OnDemandOptions): ClipRenderer {
  // A failed search is repeated for the next clip, for example after ffmpeg was installed.
  const renderer = lazy(async () => {
    const search = await find();
    if (!search.found) throw new ClipUnavailable(`No clip can be made: ${search.message}`, RETRY_SECONDS);
    return make(search.binary);
  });
  const toUnavailable = (cause: unknown): unknown => {
    if (isOutOfFiles(cause)) return new ClipUnavailable(`No clip can be made: ${NO_FILES_LEFT}`, RETRY_SECONDS);
    if (!(cause instanceof RenderError)) return cause;
    const isExpected = cause.code === 'aborted' || cause.code === 'closed';
    if (!isExpected) report(new Error(`${cause.message} ${cause.detail}`.trim(), { cause }));
    return new ClipUnavailable(cause.message, RETRY_SECONDS);
  };

  return {
    render: async (plan, signal, account) => {
      const attempt = async (): Promise<Clip> => (await renderer.load()).render(plan, signal, account);
      try {
        return await attempt().catch((cause: unknown) => {
          // The call may have joined a search or a render that started while no file could be opened.
          if (isOutOfFiles(cause)) return attempt();
          throw cause;
        });
      } catch (cause) {
        throw toUnavailable(cause);
      }
    },
    decodes: async (kind, bytes) => {
      // Without ffmpeg, the file is accepted. The content request reports the missing ffmpeg.
      const made = await renderer.load().catch(() => undefined);
      return made === undefined || made.decodes(kind, bytes);
    },
    // Errors are ignored, because the content request reports a missing ffmpeg.
    ahead: (plan, lifetime) =>
      void renderer.load().then(
        (made) => made.ahead(plan, lifetime),
        () => undefined,
      ),
    inMemory: (plan) => renderer.now?.inMemory(plan),
    close: async () => {
      const made = await renderer.loading?.catch(() => undefined);
      await made?.close();
    },
  };
}
