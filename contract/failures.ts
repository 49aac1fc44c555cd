/** The reasons for which a generation can fail, with the message in its record and the statuses before the failure. */

export interface FailureEntry {
  readonly from: readonly ('pending' | 'running')[];
  readonly message: string;
}

/** The statuses before each failure, by its code. The panel contains these without the messages (decision 0021). */
export const FAILURE_STATES = {
  input_content_rejected: ['pending', 'running'],
  person_likeness_rejected: ['pending'],
  output_content_rejected: ['running'],
  copyright_rejected: ['running'],
  image_fetch_failed: ['pending'],
  audio_fetch_failed: ['pending'],
  image_invalid: ['pending'],
  audio_invalid: ['pending'],
  source_video_unavailable: ['pending'],
  queue_timeout: ['pending'],
  generation_timeout: ['running'],
  capacity_unavailable: ['pending', 'running'],
  no_output: ['running'],
  generation_failed: ['running'],
  internal_error: ['pending', 'running'],
} as const satisfies Record<string, FailureEntry['from']>;

export type FailureCode = keyof typeof FAILURE_STATES;

/** The failures by code. Their messages contain no internal details. */
export const FAILURES = /* @__PURE__ */ withStates({
  input_content_rejected: 'The prompt or an input was rejected by content checks.',
  person_likeness_rejected: 'An input appears to show a real person and cannot be used.',
  output_content_rejected: 'The generated video did not pass content checks.',
  copyright_rejected: 'The result may resemble protected material.',
  image_fetch_failed: 'Input file N could not be downloaded.',
  audio_fetch_failed: 'Input file N could not be downloaded.',
  image_invalid: 'Input file N has an unsupported type, size, shape or length.',
  audio_invalid: 'Input file N has an unsupported type, size, shape or length.',
  source_video_unavailable: 'A source video is not available any more.',
  queue_timeout: 'The generation did not start in time.',
  generation_timeout: 'The generation took too long.',
  capacity_unavailable: 'No capacity is available right now.',
  no_output: 'The generation finished without a usable video.',
  generation_failed: 'The generation failed.',
  internal_error: 'The service failed.',
});

function withStates(messages: Readonly<Record<FailureCode, string>>): Readonly<Record<FailureCode, FailureEntry>> {
  const entries = Object.entries(FAILURE_STATES) as [FailureCode, FailureEntry['from']][];
  return Object.fromEntries(entries.map(([code, from]) => [code, { from, message: messages[code] }])) as Record<
    FailureCode,
    FailureEntry
  >;
}

/** Returns the message of a failed record. `input` is the number of the file that caused the failure. */
export function failureMessage(code: FailureCode, input?: number): string {
  return FAILURES[code].message.replace('file N', input === undefined ? 'file' : `file ${input}`);
}
