/** The requirements on input files. A create reads only the URL; the file is read later. */

import { LIMITS } from '../limits.ts';
import { must, silent } from './requirement.ts';

const { imageFile: image, audioFile: audio } = LIMITS;
const megabytes = (bytes: number): number => bytes / 1_000_000;

export const FILES = {
  'files.image.public': must(
    'An image must be publicly accessible at its URL. Images that are not publicly accessible are rejected.',
  ),
  'files.image.type': must('An image is a JPEG, PNG or WebP file.'),
  'files.image.size': must(`An image file is smaller than ${megabytes(image.bytesBelow)} MB.`),
  'files.image.pixels': must(
    `Width and height of an image are each ${image.axisPixels.min} to ${image.axisPixels.max} pixels.`,
  ),
  'files.image.ratio': must(
    `The width of an image, divided by its height, is ${image.ratio.min} to ${image.ratio.max} (2:5 to 5:2).`,
  ),
  'files.audio.public': must(
    'An audio file must be publicly accessible at its URL. Audio files that are not publicly accessible are rejected.',
    ['request'],
  ),
  'files.audio.type': must('An audio file is a WAV or MP3 file.', ['request']),
  'files.audio.size': must(`An audio file is smaller than ${megabytes(audio.bytesBelow)} MB.`),
  'files.audio.seconds': must(`An audio file lasts ${audio.seconds.min} to ${audio.seconds.max} seconds.`),
  'files.audio.combined': must(`The audio files of a request last at most ${audio.combinedSeconds} seconds together.`),
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
