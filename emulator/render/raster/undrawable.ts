/** Describes characters that no available font can draw. */

/** Replaces each run of characters without a glyph by their number and script: `[4 characters: Han]`, `[1 emoji]`. */
export function describeUndrawable(text: string, hasPicture: (character: string) => boolean): string {
  if (Array.from(text).every(hasPicture)) return text;
  const stretches: { readonly isDrawn: boolean; text: string }[] = [];
  for (const character of text) {
    const last = stretches.at(-1);
    // A space continues the run, so that several words of one script are one run.
    const isDrawn = character === ' ' ? last?.isDrawn !== false : hasPicture(character);
    if (last?.isDrawn === isDrawn) last.text += character;
    else stretches.push({ isDrawn, text: character });
  }
  const parts = stretches.map((stretch) => (stretch.isDrawn ? stretch.text : describe(stretch.text)));
  return parts.join(' ').replaceAll(/ {2,}/g, ' ').trim();
}

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
];

function describe(text: string): string {
  const characters = Array.from(text.replaceAll(' ', ''));
  const scripts = SCRIPTS.filter(([, pattern]) => characters.some((one) => pattern.test(one))).map(([name]) => name);
  const count = characters.length;
  if (scripts.length === 1 && scripts[0] === 'emoji') return `[${count} emoji]`;
  const noun = count === 1 ? 'character' : 'characters';
  return `[${count} ${noun}: ${scripts.length === 0 ? 'a script without a font' : scripts.join(', ')}]`;
}
