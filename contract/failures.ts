/** The reasons for which a generation can fail, with the message in its record and the statuses before the failure. */

export interface FailureEntry {
  readonly from: readonly ('pending' | 'running')[];
  readonly message: string;
}

/** The codes of the failures. The panel contains them without the table below (decision 0021). */
export const FAILURE_CODES = [
  'input_content_rejected',
  'person_likeness_rejected',
  'output_content_rejected',
  'copyright_rejected',
  'image_fetch_failed',
  'audio_fetch_failed',
  'image_invalid',
  'audio_invalid',
  'source_video_unavailable',
  'queue_timeout',
  'generation_timeout',
  'capacity_unavailable',
  'no_output',
  'generation_failed',
  'internal_error',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

const PENDING: FailureEntry['from'] = ['pending'];
const RUNNING: FailureEntry['from'] = ['running'];
const EITHER: FailureEntry['from'] = ['pending', 'running'];

/** The failures by code. Their messages contain no internal details. */
export const FAILURES: Readonly<Record<FailureCode, FailureEntry>> = {
  input_content_rejected: { from: EITHER, message: 'The prompt or an input was rejected by content checks.' },
  person_likeness_rejected: { from: PENDING, message: 'An input appears to show a real person and cannot be used.' },
  output_content_rejected: { from: RUNNING, message: 'The generated video did not pass content checks.' },
  copyright_rejected: { from: RUNNING, message: 'The result may resemble protected material.' },
  image_fetch_failed: { from: PENDING, message: 'Input file N could not be downloaded.' },
  audio_fetch_failed: { from: PENDING, message: 'Input file N could not be downloaded.' },
  image_invalid: { from: PENDING, message: 'Input file N has an unsupported type, size, shape or length.' },
  audio_invalid: { from: PENDING, message: 'Input file N has an unsupported type, size, shape or length.' },
  source_video_unavailable: { from: PENDING, message: 'A source video is not available any more.' },
  queue_timeout: { from: PENDING, message: 'The generation did not start in time.' },
  generation_timeout: { from: RUNNING, message: 'The generation took too long.' },
  capacity_unavailable: { from: EITHER, message: 'No capacity is available right now.' },
  no_output: { from: RUNNING, message: 'The generation finished without a usable video.' },
  generation_failed: { from: RUNNING, message: 'The generation failed.' },
  internal_error: { from: EITHER, message: 'The service failed.' },
};

/** Returns the message of a failed record. `input` is the number of the file that caused the failure. */
export function failureMessage(code: FailureCode, input?: number): string {
  return FAILURES[code].message.replace('file N', input === undefined ? 'file' : `file ${input}`);
}
