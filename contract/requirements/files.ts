/** What an input file must be like. The create sees only its URL; the file itself is looked at later. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { imageFile: image, audioFile: audio } = LIMITS;
const megabytes = (bytes: number): number => bytes / 1_000_000;

export const FILES = [
  {
    id: 'files.image.public',
    level: 'must',
    text: 'An image must be publicly accessible at its URL. Other images are not accepted.',
  },
  { id: 'files.image.type', level: 'must', text: 'An image is a JPEG, PNG or WebP file.' },
  { id: 'files.image.size', level: 'must', text: `An image file is smaller than ${megabytes(image.bytesBelow)} MB.` },
  {
    id: 'files.image.pixels',
    level: 'must',
    text: `Width and height of an image are each ${image.axisPixels.min} to ${image.axisPixels.max} pixels.`,
  },
  {
    id: 'files.image.ratio',
    level: 'must',
    text: `The width of an image, divided by its height, is ${image.ratio.min} to ${image.ratio.max} (2:5 to 5:2).`,
  },
  {
    id: 'files.audio.public',
    level: 'must',
    also: ['request'],
    text: 'An audio file must be publicly accessible at its URL. Other audio files are not accepted.',
  },
  { id: 'files.audio.type', level: 'must', also: ['request'], text: 'An audio file is a WAV or MP3 file.' },
  { id: 'files.audio.size', level: 'must', text: `An audio file is smaller than ${megabytes(audio.bytesBelow)} MB.` },
  {
    id: 'files.audio.seconds',
    level: 'must',
    text: `An audio file lasts ${audio.seconds.min} to ${audio.seconds.max} seconds.`,
  },
  {
    id: 'files.audio.combined',
    level: 'must',
    text: `The audio files of a request last at most ${audio.combinedSeconds} seconds together.`,
  },
  {
    id: 'files.when',
    level: 'silent',
    settings: ['inputFiles'],
    text: 'Whether an unfit file is refused at the create or makes the generation fail.',
    default:
      'The generation fails while pending and is refunded, because a create answers at once. The setting moves it to a 400 at the create.',
  },
  {
    id: 'files.fetching',
    level: 'silent',
    settings: ['mediaFetch'],
    text: 'Where the emulator takes files from.',
    default:
      'Not from the network: from the inner host `media.standin.test`, whose URLs tell what they serve, from folders that the user maps, and for any other URL a stand-in derived from it. The setting turns on real fetching.',
  },
  {
    id: 'files.bounds',
    level: 'silent',
    text: 'How exactly the bounds are meant.',
    default:
      'A megabyte is 1,000,000 bytes and the size stays below the bound; pixels, ratio and seconds may reach theirs. Seconds have a tolerance of 0.1 for the padding that encoders add. The content decides the type, not the name.',
  },
] as const satisfies readonly Entry[];
