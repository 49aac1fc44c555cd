/** All cases: one for each scenario file. */

import { CREATES } from './creates.ts';
import { DOWNLOADS } from './downloads.ts';
import { LIVES } from './lives.ts';
import { REFUSALS } from './refusals.ts';

export const CASES = { ...CREATES, ...DOWNLOADS, ...LIVES, ...REFUSALS };
