/** Letters of five by seven cells for the labels of drawn images, so that nothing here needs a font or a renderer. */

/** One digit to base 32 for each of the seven rows, five cells a digit, the leftmost cell the highest bit. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': 'ehjlphe',
  '1': '4c4444e',
  '2': 'eh1248v',
  '3': 'v2421he',
  '4': '26aiv22',
  '5': 'vgu11he',
  '6': '68guhhe',
  '7': 'v124888',
  '8': 'ehhehhe',
  '9': 'ehhf12c',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'sihhhis',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  '.': '00000cc',
  '-': '000v000',
  _: '000000v',
  '#': 'aavavaa',
  ' ': '0000000',
};
const UNKNOWN = 'vhhhhhv';

export const GLYPH = { width: 5, height: 7, advance: 6, lineHeight: 9 } as const;

/** Calls back with column and row of each cell that a line of text inks, counted from its top left. */
export function inkText(text: string, ink: (column: number, row: number) => void): void {
  Array.from(text.toUpperCase()).forEach((letter, position) => {
    Array.from(GLYPHS[letter] ?? UNKNOWN).forEach((digit, row) => {
      const cells = Number.parseInt(digit, 32);
      for (let column = 0; column < GLYPH.width; column++) {
        if ((cells >> (GLYPH.width - 1 - column)) & 1) ink(position * GLYPH.advance + column, row);
      }
    });
  });
}
