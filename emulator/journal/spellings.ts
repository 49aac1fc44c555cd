/** The spellings in which a key can hide in a text: as it is, percent-encoded, escaped as in JSON, and in base64 at any offset. */

/** A text, and for each of its characters where in the original it came from. */
export interface Layer {
  readonly text: string;
  /** One more than there are characters: the last is where the original ends. */
  readonly origins: readonly number[];
}

/** Encodings may lie in one another; deeper than this nobody can still call it the key. */
const MOST_LAYERS = 5;
const ESCAPE = /%([0-9a-fA-F]{2})|\\u00([0-9a-fA-F]{2})|\\(["\\/])/g;

/** Whether anything in a text is escaped at all. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPE) >= 0;
}

/** The text as it is, then with one layer of percent and JSON escapes taken off after the other. */
export function layersOf(text: string): Layer[] {
  const layers: Layer[] = [{ text, origins: Array.from({ length: text.length + 1 }, (_, at) => at) }];
  for (let layer = layers[0]; layer !== undefined && layers.length < MOST_LAYERS;) {
    const below = unescaped(layer);
    if (below.text.length === layer.text.length) break;
    layers.push(below);
    layer = below;
  }
  return layers;
}

function unescaped({ text, origins }: Layer): Layer {
  const parts: string[] = [];
  const kept: number[] = [];
  let from = 0;
  const copy = (to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) kept.push(origins[at] ?? 0);
  };
  for (const match of text.matchAll(ESCAPE)) {
    copy(match.index);
    const [whole, percent, unicode, plain] = match;
    const code = percent ?? unicode;
    parts.push(code === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(code, 16)));
    kept.push(origins[match.index] ?? 0);
    from = match.index + whole.length;
  }
  copy(text.length);
  return { text: parts.join(''), origins: [...kept, origins[text.length] ?? 0] };
}

/** What of a secret shows in base64, whatever stands before and after it: one form for each of the three offsets, in both alphabets. */
export function base64Cores(secret: string): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    // The characters at the edges also hold bits of the neighbours.
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...cores, ...urlSafe])];
}
