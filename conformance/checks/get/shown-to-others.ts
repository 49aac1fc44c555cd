/** Endpoints: what another account can read of a generation in the refusal that it gets, in whatever words. */

import { defineChecks, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable } from '../../engine/outcome.ts';
import { creates, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { FOREIGN_CLIP } from '../lib/lookups.ts';
import { bodyOf } from '../lib/twins.ts';

/** So many characters of a prompt in a row are no chance. */
const TELLING = 12;
const URLS = ['image_urls', 'audio_urls'] as const;

export const SHOWN_TO_OTHERS_CHECKS: readonly Check[] = [
  ...defineChecks([FOREIGN_CLIP], {
    'get.foreign.nothing-of-it': {
      proves:
        'If a request has the key of another account, or has no key, the rejection does not reveal the generation. The rejection does not contain a part of the prompt, or the URL of an image or an audio file.',
      failing: 'The server names the owner or the prompt of the generation in its error message.',
      passive: true,
      judge: (evidence) => {
        const asked = bodiesById(evidence);
        const looks = evidence.every
          .filter(isRefusedToOthers)
          .map((answer) => ({ answer, own: askedFor(answer, asked) }));
        const foreign = looks.filter(({ own }) => own.length > 0);
        for (const { answer, own } of foreign) {
          const shown = own.flatMap((body) => piecesOf(body)).find((piece) => tells(answer, piece));
          if (shown !== undefined) return fail(answer, "no part of another account's create request", `"${shown}"`);
        }
        return foreign.length === 0
          ? untestable('The run did not send a request with another key, or without a key, for one of its generations.')
          : pass(...foreign.slice(0, 3).map(({ answer }) => answer));
      },
    },
    'get.foreign.no-piece-of-key': {
      proves:
        'If a request has the key of another account, the rejection does not contain eight consecutive characters of the key that made the generation.',
      failing: "The server names the owner of the generation by the first or the last characters of the owner's key.",
      judge: (evidence) => {
        const label = evidence.fact('piece of a key');
        return label === undefined
          ? pass(evidence.one('foreign get'), evidence.one('foreign content'))
          : fail(
              evidence.one(String(label)),
              "no part of another account's key",
              'at least eight characters of the key',
            );
      },
    },
  }),
];

/** Other keys may belong to the account that made the generation. */
function isByOthers({ key }: Answered): boolean {
  return key === 'other' || key === undefined;
}

function isRefusedToOthers(answer: Answered): boolean {
  return isByOthers(answer) && answer.response.status >= 400;
}

/** What the generations of the run were asked for with, but for those of the other account. */
function bodiesById({ every }: Evidence): ReadonlyMap<string, Fields> {
  const made = sightings(creates(every)).filter(({ answer }) => !isByOthers(answer));
  return new Map(made.map(({ answer, record }) => [String(record['id']).toLowerCase(), asFieldsOf(bodyOf(answer))]));
}

/** The creates of the generations that stand in the path of a request, or in its body. */
function askedFor({ request }: Answered, asked: ReadonlyMap<string, Fields>): Fields[] {
  const text = `${decoded(pathOf(request.url))} ${request.body ?? ''}`.toLowerCase();
  return [...asked].filter(([id]) => text.includes(id)).map(([, body]) => body);
}

/** Pieces of the prompt that overlap, so that any that is twice as long holds one; and the URLs. */
function piecesOf(body: Fields): string[] {
  const prompt = String(body['prompt']).slice(0, 400);
  const starts = Array.from({ length: Math.max(0, prompt.length - TELLING + 1) }, (_, at) => at);
  const urls = URLS.flatMap((field) => (Array.isArray(body[field]) ? (body[field] as unknown[]) : []));
  return [...starts.map((at) => prompt.slice(at, at + TELLING)), ...urls.map(String)];
}

/** An error may repeat what came with its own request. */
function tells({ request, response }: Answered, piece: string): boolean {
  const isIn = (text: string | undefined): boolean => text?.includes(piece) === true;
  const lines = response.headers.map(([, value]) => value);
  return [response.body.text, ...lines].some(isIn) && ![request.url, request.body].some(isIn);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
