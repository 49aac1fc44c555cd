/** The errors of rendering. Their messages are for users and do not contain the output of ffmpeg. */

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
  /** The message of ffmpeg or the system, for the log. It is never part of an API response. */
  readonly detail: string;

  constructor(code: RenderFailure, detail = '') {
    super(ADVICE[code]);
    this.name = 'RenderError';
    this.code = code;
    this.detail = detail;
  }
}

/** Rethrows an ffmpeg failure as an unreadable input. */
export function failAsUnreadable(error: unknown): never {
  if (error instanceof RenderError && error.code === 'ffmpeg_failed')
    throw new RenderError('input_unreadable', error.detail);
  throw error;
}
