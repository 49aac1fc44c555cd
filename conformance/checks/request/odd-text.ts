/** The create request: text that storages and programs stumble over. Taken or refused, it must not crash the server. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_IMAGE, TEXT, withFittingMedia } from '../lib/bodies.ts';
import { describe, noneOf } from '../lib/rules.ts';

const TEXTS = {
  'a NUL': '\u0000',
  'control characters': '\u0001\u0008\u001B\u007F\u0085',
  'the first half of a UTF-16 surrogate pair': '\uD800',
  'the second half of a UTF-16 surrogate pair': '\uDC00',
  'a UTF-16 surrogate pair in the wrong order': '\uDC00\uD800',
  'Unicode noncharacters': '\uFFFE\uFFFF\uFDD0',
  'a byte order mark': '\uFEFF',
  'text direction marks': '\u202E\u2066\u200F',
  'line and paragraph separators': '\u2028\u2029',
  'a thousand combining marks': '\u0301'.repeat(1000),
} as const;

/** Nothing of it may be made: with the key of the account each create is too short as well. */
const PLACES: Readonly<Record<string, (text: string) => object>> = {
  'the prompt': (text) => ({ ...TEXT, prompt: `A red kite${text} at noon.` }),
  'the prompt of image mode': (text) => ({ ...IMAGE_MODE, prompt: `${text}A red kite.` }),
  'an image URL': (text) => ({ ...IMAGE_MODE, image_urls: [`${SOME_IMAGE}?n=${text}`] }),
  'a handle': (text) => ({ ...REFERENCE_MODE, subject_to_image_ids: { [`hero${text}`]: [0] } }),
  'a source id': (text) => ({ ...REFERENCE_MODE, source_video_ids: [`0b5e8c9a${text}`] }),
  'the name of a field': (text) => ({ ...TEXT, [`color${text}`]: 'red' }),
};

/** Where the text is a valid prompt, it gets as far as the credits of a key that has none. */
const WITHOUT_CREDITS = ['the prompt', 'the prompt of image mode'] as const;

const ODD_TEXT = defineProbe({
  id: 'create.odd-text',
  mayBeCharged: true,
  sends: `Invalid create requests for 3 s, with unusual text in each text field: ${Object.keys(TEXTS).join(', ')}. If the profile has a key that has no credits, the kit also sends create requests for 4 s with this text in the prompt.`,
  run: async (kit) => {
    for (const [odd, text] of Object.entries(TEXTS)) {
      kit.skipIfRateLimited();
      await sendWith(kit, odd, text);
    }
    return undefined;
  },
});

async function sendWith(kit: ProbeTools, odd: string, text: string): Promise<void> {
  for (const [place, body] of Object.entries(PLACES))
    await kit.create(`${odd} in ${place}`, { ...body(text), duration_seconds: 3 });
  if (!kit.hasKey('poor')) return;
  for (const place of WITHOUT_CREDITS) {
    const body = withFittingMedia(kit.profile, PLACES[place]?.(text) ?? TEXT);
    await kit.create(`${odd} in ${place}, without credits`, body, { key: 'poor' });
  }
}

export const ODD_TEXT_CHECKS: readonly Check[] = [
  defineCheck({
    id: 'errors.invalid-request.odd-text',
    defect: 'near-miss',
    proves: `Unusual text in a create request does not crash the server, whichever field contains the text: ${Object.keys(TEXTS).join(', ')}.`,
    failing:
      'The server cannot store the text in its database or its log, or cannot write it as JSON. So the server returns 500.',
    from: [ODD_TEXT],
    judge: (evidence) => {
      const answers = evidence.all('');
      return noneOf(
        answers.filter(({ response: { status } }) => status >= 500 && status !== 503),
        [evidence.one('a NUL in the prompt'), ...answers.slice(-2)],
        ['a status below 500', (crashed) => `${describe(crashed)} to ${crashed.label}`],
      );
    },
  }),
];
