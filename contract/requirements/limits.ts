/** The requirements on limits that do not belong to one field, input files, billing, and versions of the API. */

import { LIMITS } from '../limits.ts';
import { operatorMust, silent } from './requirement.ts';

export const LIMIT_RULES = {
  'limits.rate.status': 'A client that sends too many requests gets 429 with the error envelope.',
  'limits.rate.values': silent(
    'How many requests may an account send?',
    'An account may send any number of requests. With the value `realistic`, the limits for one minute are 30 creates in bursts of 10, 300 gets in bursts of 60, and 60 downloads.',
    ['limits'],
  ),
  'limits.concurrency': silent(
    'How many generations may an account have at a time?',
    'An account may have any number of generations. With the value `realistic`, an account runs 5 generations at a time, and other generations stay pending. If an account has 50 live generations, another create gets 429.',
    ['limits'],
  ),
  'limits.retry-after': silent(
    'Do responses with 429 and 503 tell the client how long to wait?',
    'Yes: responses with 429 and 503 always have `Retry-After`, in whole seconds. If a rate limit applies, responses also have the draft headers `RateLimit-Policy` and `RateLimit`.',
  ),
};

/** The cost of a generation and its charge. `service.ts` has reservation and refund. */
export const BILLING = {
  'billing.source-seconds':
    'If a request has source videos, the service bills exactly the input seconds plus the output seconds.',
  'billing.markup': operatorMust("Prices are final: they include the service's own margin."),
  'billing.prices': silent(
    'What is the price of a second for each resolution and mode?',
    'The emulator uses the prices in the table of prices.',
    ['prices'],
  ),
  'billing.proportional': silent(
    'Do twice as many seconds cost twice as much?',
    'Yes: the cost is the price per second times the billed seconds, without a base fee and without rounding.',
  ),
  'billing.audio': silent('Does sound cost extra?', 'No: sound does not cost extra.'),
  'billing.edit-seconds': silent(
    'Which output seconds of an edit does the service bill?',
    'The service bills the seconds of the output. The output is as long as the first source video. `duration_seconds` is checked but not billed.',
  ),
  'billing.capture': silent(
    'How does a completed generation change its reservation?',
    'The service captures the whole reservation. The balance, the reservations and the captures always add up to the granted credits.',
  ),
};

export const VERSIONING = {
  'versioning.path': 'All paths begin with `/v1` after the base URL.',
  'versioning.openapi': operatorMust(
    'An OpenAPI 3.1 document describes the interface. The version of this document is 1.0.0.',
  ),
  'versioning.openapi.place': silent(
    'What is the URL of the OpenAPI description?',
    'The package exports the description as `standin/openapi.json`.',
  ),
  'versioning.policy': silent(
    'Which changes are allowed within `/v1`, and how long is `/v1` supported?',
    'Standin follows the current API document. Ids of requirements and the codes of errors are permanent.',
  ),
  'versioning.base-path': silent(
    'May a base URL have a path, and to which URL is `output.url` then relative?',
    'With the setting `basePath`, a base URL may have a path. `output.url` does not change, so a client appends it to the base URL, including the path.',
    ['basePath'],
  ),
};

const { imageFile: image, audioFile: audio } = LIMITS;
const megabytes = (bytes: number): number => bytes / 1_000_000;

export const FILES = {
  'files.image.public':
    'An image must be publicly accessible at its URL. Images that are not publicly accessible are rejected.',
  'files.image.type': 'An image is a JPEG, PNG or WebP file.',
  'files.image.size': `An image file is smaller than ${megabytes(image.bytesBelow)} MB.`,
  'files.image.pixels': `Width and height of an image are each ${image.axisPixels.min} to ${image.axisPixels.max} pixels.`,
  'files.image.ratio': `The width of an image, divided by its height, is ${image.ratio.min} to ${image.ratio.max} (2:5 to 5:2).`,
  'files.audio.public':
    'An audio file must be publicly accessible at its URL. Audio files that are not publicly accessible are rejected.',
  'files.audio.type': 'An audio file is a WAV or MP3 file.',
  'files.audio.size': `An audio file is smaller than ${megabytes(audio.bytesBelow)} MB.`,
  'files.audio.seconds': `An audio file lasts ${audio.seconds.min} to ${audio.seconds.max} seconds.`,
  'files.audio.combined': `The audio files of a request last at most ${audio.combinedSeconds} seconds together.`,
  'files.when': silent(
    'Does an unsuitable file make the create fail, or does the generation fail later?',
    'The emulator accepts the create, because a create returns immediately. The pending generation then fails and is refunded. With the setting `inputFiles`, the emulator can reject the create with 400 instead.',
    ['inputFiles'],
  ),
  'files.fetching': silent(
    'Where does the emulator get the contents of input files?',
    'The emulator does not use the network. It uses files from the internal host `media.standin.test`, whose URLs describe the files, and from folders that you map. For any other URL, the emulator uses a placeholder that it derives from the URL. The setting `mediaFetch` turns on real downloads.',
    ['mediaFetch'],
  ),
  'files.bounds': silent(
    'What exactly do the limits for input files mean?',
    'A megabyte is 1,000,000 bytes, and a file must be smaller than its limit. Pixels, ratio and seconds may equal their limits. Durations have a tolerance of 0.1 seconds, for the padding that encoders add. The content of a file determines its type; the name of the file does not.',
  ),
};
