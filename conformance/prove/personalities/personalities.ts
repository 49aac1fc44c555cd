/** All legal servers of the proof. */

import type { Personality } from '../personality.ts';
import { ANSWER_PERSONALITIES } from './answers.ts';
import { CODING_PERSONALITIES } from './codings.ts';
import { CONTENT_PERSONALITIES } from './content.ts';
import { DOUBT_PERSONALITIES } from './doubts.ts';
import { DOWNLOAD_PERSONALITIES } from './downloads.ts';
import { MEMBER_PERSONALITIES } from './members.ts';
import { PACE_PERSONALITIES } from './pace.ts';

export const PERSONALITIES: readonly Personality[] = [
  ...ANSWER_PERSONALITIES,
  ...CONTENT_PERSONALITIES,
  ...CODING_PERSONALITIES,
  ...DOUBT_PERSONALITIES,
  ...DOWNLOAD_PERSONALITIES,
  ...MEMBER_PERSONALITIES,
  ...PACE_PERSONALITIES,
];
