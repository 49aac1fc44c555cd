/** Redacts API keys in the prompts, handles and URLs of a snapshot. */

import { redactedUrl } from '../../api/keys/fingerprint.ts';
import { COLLECTIONS } from '../../domain/account.ts';
import type { AccountState } from '../../domain/account-state.ts';
import type { Generation } from '../../domain/generation.ts';
import type { Steps } from '../../domain/derivation.ts';
import type { ControlServices } from '../route.ts';

const INPUTS = ['images', 'audios', 'sources'] as const;

/** Returns the state without API keys. */
export function* redactState({ context }: ControlServices, state: AccountState): Steps<AccountState> {
  const { suspects, redact } = context.redactors.redactorFor([]);
  const isClean = ({ assignment }: Generation): boolean =>
    !suspects(assignment.prompt) &&
    INPUTS.every((name) => assignment[name].every(({ handles }) => !handles.some(suspects))) &&
    ![...assignment.images, ...assignment.audios].some(({ url }) => suspects(url));
  const redacted = { open: [] as Generation[], ended: [] as Generation[] };
  for (const name of COLLECTIONS) {
    for (const generation of state[name]) {
      redacted[name].push(isClean(generation) ? generation : redactedGeneration(generation, redact));
      yield;
    }
  }
  return { ...state, ...redacted };
}

function redactedGeneration(generation: Generation, redact: (text: string) => string): Generation {
  const withHandles = <Item extends { readonly handles: readonly string[] }>(item: Item): Item => ({
    ...item,
    handles: item.handles.map(redact),
  });
  const withUrl = <Item extends { readonly url: string }>(item: Item): Item => ({
    ...item,
    url: redactedUrl(item.url, redact),
  });
  const { assignment } = generation;
  const { prompt, images, audios, sources } = assignment;
  return {
    ...generation,
    assignment: {
      ...assignment,
      prompt: redact(prompt),
      images: images.map(withHandles).map(withUrl),
      audios: audios.map(withHandles).map(withUrl),
      sources: sources.map(withHandles),
    },
  };
}
