/** The errors of rendering, in words for users and never in the words of ffmpeg. */

export type RenderFailure = 'aborted' | 'closed' | 'ffmpeg_failed' | 'ffmpeg_not_runnable' | 'input_unreadable';

const ADVICE: Record<RenderFailure, string> = {
  aborted: 'The request for the clip was canceled, so rendering was stopped.',
  closed: 'The server stopped before the clip was complete. Send the request again after the restart.',
  ffmpeg_failed: 'ffmpeg could not make the clip. Run `standin doctor`. If memory or disk space is low, free some.',
  ffmpeg_not_runnable: 'ffmpeg was found but cannot be started any more. Run `standin doctor`, or set STANDIN_FFMPEG.',
  input_unreadable:
    'An input file of this generation could not be decoded. Use a file that other programs can open or play.',
};

export class RenderError extends Error {
  readonly code: RenderFailure;
  /** The message of ffmpeg or the system: for the operator's log, never for a response of the API. */
  readonly detail: string;

  constructor(code: RenderFailure, detail = '') {
    super(ADVICE[code]);
    this.name = 'RenderError';
    this.code = code;
    this.detail = detail;
  }
}

/** Rethrows what ffmpeg said of an input as a fault of that input. */
export function failAsUnreadable(error: unknown): never {
  if (error instanceof RenderError && error.code === 'ffmpeg_failed')
    throw new RenderError('input_unreadable', error.detail);
  throw error;
}
