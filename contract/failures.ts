/** The reasons for which a generation can fail, with the message in its record and the statuses before the failure. */

export interface FailureEntry {
  readonly from: readonly ('pending' | 'running')[];
  readonly message: string;
}

/** The failures by code. Their messages contain no internal details. */
export const FAILURES = {
  input_content_rejected: {
    from: ['pending', 'running'],
    message: 'The prompt or an input was rejected by content checks.',
  },
  person_likeness_rejected: {
    from: ['pending'],
    message: 'An input appears to show a real person and cannot be used.',
  },
  output_content_rejected: { from: ['running'], message: 'The generated video did not pass content checks.' },
  copyright_rejected: { from: ['running'], message: 'The result may resemble protected material.' },
  image_fetch_failed: { from: ['pending'], message: 'Input file N could not be downloaded.' },
  audio_fetch_failed: { from: ['pending'], message: 'Input file N could not be downloaded.' },
  image_invalid: { from: ['pending'], message: 'Input file N has an unsupported type, size, shape or length.' },
  audio_invalid: { from: ['pending'], message: 'Input file N has an unsupported type, size, shape or length.' },
  source_video_unavailable: { from: ['pending'], message: 'A source video is not available any more.' },
  queue_timeout: { from: ['pending'], message: 'The generation did not start in time.' },
  generation_timeout: { from: ['running'], message: 'The generation took too long.' },
  capacity_unavailable: { from: ['pending', 'running'], message: 'No capacity is available right now.' },
  no_output: { from: ['running'], message: 'The generation finished without a usable video.' },
  generation_failed: { from: ['running'], message: 'The generation failed.' },
  internal_error: { from: ['pending', 'running'], message: 'The service failed.' },
} as const satisfies Record<string, FailureEntry>;

export type FailureCode = keyof typeof FAILURES;

/** Returns the message of a failed record. `input` is the number of the file that caused the failure. */
export function failureMessage(code: FailureCode, input?: number): string {
  return FAILURES[code].message.replace('file N', input === undefined ? 'file' : `file ${input}`);
}
