/**
 * The create request: the values of `aspect_ratio`. Elsewhere are the ratios of each workflow (workflows/ratios.ts),
 * each ratio at each resolution (choices.ts), and the shape of the clip (content/).
 */

import { IMAGE_MODE } from '../lib/bodies.ts';
import { BASE, LARGE } from '../lib/clips.ts';
import type { Field } from '../lib/field.ts';
import { LARGE_3_4, LONGEST, MIDDLE_SQUARE, MIDDLE_WIDEST } from '../lib/thorough-clips.ts';

export const ASPECT_RATIO: Field = {
  name: 'aspect_ratio',
  isOptional: true,
  rules: {
    'create.aspect-ratio.values': {
      rejected: { other: '2:1', spelling: '16x9', type: ['a number as `aspect_ratio`', 1.78] },
      accepted: {
        '16-9': { value: '16:9', by: LONGEST },
        '9-16': { value: '9:16', by: LARGE },
        '21-9': { value: '21:9', by: MIDDLE_WIDEST },
        '1-1': { value: '1:1', by: MIDDLE_SQUARE },
        '4-3': { value: '4:3', by: BASE },
        '3-4': { value: '3:4', by: LARGE_3_4 },
      },
      isListed: true,
      near: {
        'a trailing space': '16:9 ',
        'a space inside': '16: 9',
        'a trailing line break': '16:9\n',
        'a slash': '16/9',
        'a full-width colon': '16\uFF1A9',
        'a leading zero': '016:9',
        'only its end': '6:9',
        'only one number': '16:',
        'numbers that belong to two different ratios': '9:1',
        'an equal ratio with larger numbers': '32:18',
        'two numbers swapped': '9:21',
        'the ratio 3:2': '3:2',
        'the ratio 16:10': '16:10',
        auto: 'auto',
        'an array around it': ['16:9'],
        'no characters': '',
        'the number 0': 0,
      },
      nearIn: {
        adaptive: [
          IMAGE_MODE,
          { 'uppercase letters': 'ADAPTIVE', 'a trailing space': 'adaptive ', 'a trailing line break': 'adaptive\n' },
        ],
      },
      nearEverywhere: {
        auto: 'auto',
        'a slash': '16/9',
        'a trailing space': '16:9 ',
        'another case': 'Adaptive',
        'no characters': '',
        'the number 1': 1,
      },
      everywhere: [
        'an `aspect_ratio` that is not listed',
        {
          'an aspect ratio that is not listed': (body: Readonly<Record<string, unknown>>) =>
            body['aspect_ratio'] === 'adaptive' ? 'Adaptive' : '2:1',
        },
      ],
    },
  },
};
