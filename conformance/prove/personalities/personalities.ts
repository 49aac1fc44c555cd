/** Every personality there is. */

import type { Personality } from '../personality.ts';
import { ANSWER_PERSONALITIES } from './answers.ts';
import { CONTENT_PERSONALITIES } from './content.ts';

export const PERSONALITIES: readonly Personality[] = [...ANSWER_PERSONALITIES, ...CONTENT_PERSONALITIES];
