/** Writes a snapshot in steps, as pieces of a text: never the whole text at once, nor all that it is made of. */

import type { ApiResponse } from '../../api/messages.ts';
import { answerText } from '../../api/record.ts';
import type { AccountState } from '../../domain/account-state.ts';
import type { Steps } from '../../domain/steps.ts';
import { createSnakeCase, toSnakeCase } from '../../../lib/spelling.ts';

/** In characters. */
const PIECE = 65_536;

/** The answer with the snapshot of a state. */
export function* writeSnapshot({
  account,
  generations,
  open,
  ended,
  claims,
  faults,
}: AccountState): Steps<ApiResponse> {
  const text = new PiecedText();
  const json = createSnakeCase();
  text.add(`{"format":"standin-account","version":2,"state":{"account":${JSON.stringify(toSnakeCase(account))}`);
  const lists: Readonly<Record<string, Iterable<object | string>>> = { generations, open, ended, claims };
  for (const [name, items] of Object.entries(lists)) {
    text.add(`,"${name}":[`);
    yield* addList(text, items, (item) => JSON.stringify(typeof item === 'string' ? item : json(item)));
    text.add(']');
  }
  text.add(`},"faults":{"rules":${JSON.stringify(faults.rules.map((rule) => toSnakeCase(rule)))},"counts":{`);
  yield* addList(text, faults.counts, ([name, count]) => `${JSON.stringify(name)}:${JSON.stringify(count)}`);
  text.add('}}}');
  return text.answer();
}

/** Adds items with commas between them. */
function* addList<Item>(text: PiecedText, items: Iterable<Item>, write: (item: Item) => string): Steps<void> {
  let separator = '';
  for (const item of items) {
    text.add(separator + write(item));
    separator = ',';
    yield;
  }
}

class PiecedText {
  readonly #pieces: Uint8Array[] = [];
  #text = '';

  add(text: string): void {
    this.#text += text;
    if (this.#text.length < PIECE) return;
    this.#pieces.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** A short text is one as in any other answer. */
  answer(): ApiResponse {
    const answer = answerText(200, this.#text);
    if (this.#pieces.length === 0) return answer;
    const pieces = [...this.#pieces, Buffer.from(this.#text)];
    return { ...answer, body: { pieces, size: pieces.reduce((size, piece) => size + piece.length, 0) } };
  }
}
