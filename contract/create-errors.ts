/** The errors of the catalog that only a create can return, in the order of its checks. */

import type { ErrorEntry } from './error-entry.ts';

export const CREATE_ERRORS = {
  invalid_json: rejected(
    'The body is empty, is not JSON, is not an object, or is not UTF-8.',
    'The body is not a JSON object. Send one JSON object, encoded as UTF-8.',
  ),
  invalid_content_type: {
    ...rejected(
      'Content-Type is missing or is not JSON.',
      'The body must be JSON. Send the header "Content-Type: application/json".',
    ),
    ietfStatus: 415,
  },
  request_too_large: {
    ...rejected('The body is over 1 MiB.', 'The body is over 1 MiB. Send at most 1048576 bytes.'),
    status: 413,
    documented: 'protocol',
  },
  unknown_field: rejected(
    'The body has a field that the API document does not list.',
    'The body has an unknown field. Remove it.',
  ),
  missing_field: rejected('A required field is missing.', 'A required field is missing. Add it.'),
  invalid_type: rejected(
    'A field has the wrong JSON type, for example null, or 4.5 or "8" instead of an integer.',
    'A field has the wrong JSON type.',
  ),
  invalid_model: rejected(
    'model is a string, but not "videomodel-2.5", the only model of the service.',
    'model must be "videomodel-2.5".',
  ),
  invalid_prompt: rejected(
    'prompt is empty or has over 15,000 Unicode code points.',
    'prompt must have 1 to 15000 characters.',
  ),
  invalid_duration: rejected(
    'duration_seconds is an integer outside 4 to 30.',
    'duration_seconds must be an integer from 4 to 30.',
  ),
  invalid_value: rejected(
    'A field has a value that is not in its list of values, or a source id is not a UUID.',
    'A field has a value that is not allowed.',
  ),
  invalid_url: rejected(
    'A URL does not start with https://, is malformed, is over 2048 characters, has credentials, or names an IP address or this machine.',
    'A URL is not allowed. Send a public https:// URL.',
  ),
  too_many_references: rejected(
    'An array has too many items, or the request has too many references in total.',
    'There are too many references.',
  ),
  references_not_allowed: rejected(
    'The mode does not allow the references, the subject maps or the operation in the request.',
    'This mode does not allow these references. Remove them, or send mode "reference-to-video".',
  ),
  references_required: rejected(
    'References that the mode or the operation requires are missing.',
    'This mode needs references.',
  ),
  aspect_ratio_not_allowed: rejected(
    'The aspect_ratio is "adaptive" in text-to-video, or a fixed ratio in image-to-video, edit or extend.',
    'This workflow does not allow this aspect_ratio.',
  ),
  invalid_subject_map: rejected(
    'A handle, an index or the size of a subject map breaks a rule of the API document.',
    'A subject map is not valid.',
  ),
  source_video_not_found: rejected(
    'A source id is unknown or belongs to another account. Both cases get the same response.',
    'This account has no such source video. Send the id of a completed generation of this account.',
  ),
  source_video_not_ready: rejected(
    'The status of a source video is not completed.',
    'A source video is not completed. Poll it until its status is completed, then retry.',
  ),
  source_duration_exceeded: rejected(
    'The total length of the source videos is over 30 seconds.',
    'The source videos are longer than 30 seconds in total. Send fewer or shorter ones.',
  ),
  source_depth_exceeded: undocumented(
    'A source video has a chain of 32 or more sources behind it, or more than 64 sources in total.',
    'A source video was derived from too many other generations. Send a source video that was derived from fewer generations.',
  ),
  image_fetch_failed: undocumented(
    'An image could not be downloaded (only with the setting inputFiles "at_create").',
    'An image could not be downloaded. Send a URL that is publicly accessible.',
  ),
  image_invalid: undocumented(
    'An image has an unsupported type, size or shape (only with the setting inputFiles "at_create").',
    'An image has an unsupported type, size or shape.',
  ),
  audio_fetch_failed: undocumented(
    'An audio file could not be downloaded (only with the setting inputFiles "at_create").',
    'An audio file could not be downloaded. Send a URL that is publicly accessible.',
  ),
  audio_invalid: undocumented(
    'An audio file has an unsupported type, size or length (only with the setting inputFiles "at_create").',
    'An audio file has an unsupported type, size or length.',
  ),
  invalid_idempotency_key: rejected(
    'Idempotency-Key is empty, over 128 characters, or not printable ASCII.',
    'Idempotency-Key must have 1 to 128 printable ASCII characters.',
  ),
  idempotency_key_reused: {
    ...undocumented(
      'An earlier create of this account had the same Idempotency-Key and another body. With the setting idempotency "reject", the bodies may also be equal.',
      'This Idempotency-Key was used with another body. Send the first body again, or use a new Idempotency-Key.',
    ),
    ietfStatus: 422,
  },
  idempotency_in_progress: {
    ...undocumented(
      'The first request with this Idempotency-Key is still in progress (only with the profile "ietf").',
      'The first request with this Idempotency-Key is still in progress. Retry in a moment.',
    ),
    status: 409,
  },
  insufficient_credits: {
    ...rejected(
      'The balance is below the cost.',
      'The balance is below the cost of this generation. Add credits, or request a cheaper generation.',
    ),
    status: 402,
    documented: 'code',
  },
  concurrency_limited: {
    ...rejected(
      'The account has reached its limit of live generations. Retry-After contains the time to wait.',
      'Too many generations are in progress. Wait until a generation has ended, then retry.',
    ),
    status: 429,
  },
} as const satisfies Record<string, ErrorEntry>;

/** Defines an error with status 400 that the document lists. */
function rejected(when: string, message: string) {
  return { status: 400, on: ['create'], documented: 'status', when, message } as const;
}

/** Defines an error with status 400 that the emulator adds. */
function undocumented(when: string, message: string) {
  return { ...rejected(when, message), documented: 'default' } as const;
}
