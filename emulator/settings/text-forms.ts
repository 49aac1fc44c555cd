/** The texts of settings that have a form of their own, each told by one function, with the schema and without it. */

import { parseLatency } from '../domain/latency.ts';
import { readClockText } from './clock-text.ts';

const BASE_PATH = /^(\/[^/?#\s]+)*$/;

export const TEXT_FORMS = {
  basePath: (text: string) => BASE_PATH.test(text),
  clock: (text: string) => readClockText(text) !== undefined,
  latency: (text: string) => parseLatency(text) !== undefined,
};

export type TextForm = keyof typeof TEXT_FORMS;
