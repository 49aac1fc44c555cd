/**
 * The control request of a rejected create: an accepted create of the same kind without the defect. Without a control
 * request, the server may reject everything.
 */

import { crossFieldProblems } from '../../../contract/cross-field.ts';
import { MODES } from '../../../contract/workflow.ts';
import { parseRequest } from '../../../contract/parse-request.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import { isObject, jsonIn, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, untestable, type Missing, type Outcome } from '../../engine/outcome.ts';
import { creates, once, unjudged } from './answers.ts';
import { IMAGE_MODE, REFERENCE_MODE, TEXT, withFittingMedia } from './bodies.ts';

/** The kinds of creates. The same rules apply to all creates of one kind, except for the defect. */
type Kind = 'text-to-video' | 'image-to-video' | 'reference-to-video' | 'a source video';

/** An invalid create with a key without credits. Any status except 402 shows that validation comes first. */
export const CONTROL = defineProbe({
  id: 'control.poor',
  mayBeCharged: true,
  isControl: true,
  sends: 'An invalid create request and a valid create request, both with a key that has no credits.',
  keys: ['poor'],
  run: async (kit) => {
    await kit.create('control invalid', { ...TEXT, duration_seconds: 3 }, { key: 'poor' });
    await kit.create('control valid', TEXT, { key: 'poor' });
  },
});

const REFERENCES = defineProbe({
  id: 'control.poor.references',
  mayBeCharged: true,
  isControl: true,
  sends:
    'Two valid create requests with an image, one in image mode and one in reference mode. The key has no credits.',
  keys: ['poor'],
  run: async (kit) => {
    await kit.create('control image', withFittingMedia(kit.profile, IMAGE_MODE), { key: 'poor' });
    await kit.create('control reference', withFittingMedia(kit.profile, REFERENCE_MODE), { key: 'poor' });
  },
});

/** Probes whose creates must be accepted. The server may reject other probes for their key or their source. */
const EXPECTED = /^(clip|control)\./;

/** The control requests that cost nothing. The creates that a run pays for are control requests, too. */
export const CONTROLS: readonly Probe[] = [CONTROL, REFERENCES];

/** Returns an accepted valid create of the same kind. Ends the check if there is none. */
export function controlOf(evidence: Evidence, refused: Answered): Answered {
  const kind = kindOf(bodyOf(refused));
  const control = takenIn(evidence.every).get(kind);
  if (control !== undefined) return control;
  const tried = creates(evidence.every).findLast(
    (answer) => EXPECTED.test(answer.probe) && validKindOf(answer) === kind,
  );
  const what = kind === 'a source video' ? 'with a source video' : `in ${kind} mode`;
  const { give, way } = WAYS[kind];
  const why: Missing =
    tried === undefined
      ? {
          give,
          reason: `Inconclusive: the server rejected the create request, but this run did not send a valid create request ${what} for comparison. ${way}`,
        }
      : {
          reason: `Inconclusive: the server rejected the create request, but also rejected every valid create request ${what} (${tried.response.status}).`,
        };
  unjudged(why, refused, ...(tried === undefined ? [] : [tried]));
}

/** The ways to make a run send a valid create of each kind. */
const WAYS: Readonly<Record<Kind, { readonly give?: string; readonly way: string }>> = {
  'text-to-video': {
    give: '--key-poor',
    way: 'Give a key that has no credits (--key-poor), or select checks that make clips, such as create.answer.status.',
  },
  'image-to-video': {
    give: '--key-poor',
    way: 'Give a key that has no credits (--key-poor), or add images to the profile (media.images).',
  },
  'reference-to-video': {
    give: '--key-poor',
    way: 'Give a key that has no credits (--key-poor), or add images and audio files to the profile (media).',
  },
  'a source video': { way: 'Select workflow.extend.accepted too.' },
};

function kindOf(body: unknown): Kind {
  if (!isObject(body)) return 'text-to-video';
  const mode = MODES.find((known) => known === body['mode']) ?? 'text-to-video';
  const has = (field: string): boolean => Array.isArray(body[field]) && body[field].length > 0;
  const isSources = mode === 'reference-to-video' && has('source_video_ids') && !has('image_urls');
  return isSources ? 'a source video' : mode;
}

/** Returns the last accepted valid create request of each kind. */
const takenIn = once((every: Evidence['every']): ReadonlyMap<Kind, Answered> => {
  const taken = creates(every).filter((answer) => wasTaken(every, answer));
  return new Map(
    taken.flatMap((answer): [Kind, Answered][] => {
      const kind = validKindOf(answer);
      return kind === undefined ? [] : [[kind, answer]];
    }),
  );
});

/** Returns the kind of a valid create request. */
const validKindOf = once((answer: Answered): Kind | undefined => {
  const body = bodyOf(answer);
  const parsed = parseRequest(body);
  return parsed.ok && crossFieldProblems(parsed.request).length === 0 ? kindOf(body) : undefined;
});

/** Returns the JSON body of a create request. */
export function bodyOf({ request }: Pick<Answered, 'request'>): unknown {
  return jsonIn(request.body ?? '');
}

/** Returns whether the server accepted a create, or found it valid and rejected it only for its credits. */
function wasTaken(every: Evidence['every'], answer: Answered): boolean {
  if (answer.response.status === 202) return typeof objectOf(answer)['id'] === 'string';
  if (answer.response.status !== 402 || answer.key !== 'poor') return false;
  const control = every.find(({ probe, label }) => probe === CONTROL.id && label === 'control invalid');
  return control !== undefined && control.response.status !== 402;
}

/** Expects the same status for valid create requests with a chunked body and with a Content-Length. */
export function readAlike(labels: readonly string[]): (evidence: Evidence) => Outcome {
  return ({ one }) => {
    const [usual, invalid] = [one('control valid'), one('control invalid')];
    const answers = labels.map((label) => one(label));
    // A server may require a Content-Length (RFC 9112, 6.3).
    const read = answers.filter(({ response }) => response.status !== 411);
    if (read.length === 0) return notApplicable('The server requires a Content-Length (411).', ...answers);
    const why = 'Inconclusive: a valid and an invalid create request return the same status, so it shows nothing.';
    if (usual.response.status === invalid.response.status) return untestable(why, usual);
    const other = read.find(({ response }) => response.status !== usual.response.status);
    if (other === undefined) return pass(usual, ...read);
    const expected = `${usual.response.status}, as with Content-Length`;
    return fail([usual, other], expected, `${other.response.status} to "${other.label}"`);
  };
}
