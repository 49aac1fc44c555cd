/** Servers that show a generation to others, or find it by a part of its id. */

import { ABSENT } from '../../../checks/lib/field.ts';
import { ALONE, mutants, type Mutant } from '../../mutant.ts';
import { before, withBody, withJson, withKey, type Call, type Operation, type Tampering } from '../../server.ts';
import { answering, toStatus } from '../../tamper/answers.ts';
import {
  knowingCreates,
  knowingStatuses,
  lookingAsOwner,
  meets,
  EMPTY_KEY,
  OTHER_KEY,
  readingPath,
  readingSources,
  RECORD,
  rejecting,
  sending,
  type When,
} from '../../tamper/calls.ts';
import {
  EDITING,
  EXTENDING,
  IN_IMAGE_MODE,
  listOf,
  matches,
  refusalAnswer,
  IN_REFERENCE_MODE,
  SOME,
  type CreateWhen,
} from '../../tamper/create.ts';

const isForeign = meets({ ...RECORD, key: OTHER_KEY });
const sourcesIn = ({ json }: Call): readonly unknown[] => listOf(json, 'source_video_ids');

/** Shows another account the generations of some creates. */
const showing = (operation: Operation, when: CreateWhen, key = OTHER_KEY): (() => Tampering) => {
  const [isAsked, isMeant] = [meets({ operation, key }), matches(when)];
  return lookingAsOwner((call, owner) => isAsked(call) && isMeant(owner.json, owner));
};
/** Shows another client the generations that were last seen with this status. */
const showingWhile = (status: string, key: RegExp): (() => Tampering) => {
  const isAsked = meets({ ...RECORD, key });
  return knowingStatuses((statusOf) => lookingAsOwner((call) => isAsked(call) && statusOf(call.id) === status)());
};

const FOREIGN: readonly Mutant[] = mutants({
  'get.foreign.running': { 'shows running generations to every account': showingWhile('running', OTHER_KEY) },
  'get.foreign.failed': { 'shows failed generations to every account': showingWhile('failed', OTHER_KEY) },
  'get.foreign.capitals': { 'checks the owner of an id only in small letters': openToCapitals() },
  'get.foreign.nothing-shown': {
    'rejects a foreign get, but shows the record': before(
      answering({ ...RECORD, key: OTHER_KEY, status: 200 }, toStatus(403)),
      lookingAsOwner({ ...RECORD, key: OTHER_KEY }),
    ),
  },
  'get.foreign.pending': {
    'checks the owner only of completed generations': knowingStatuses((statusOf) =>
      lookingAsOwner((call) => isForeign(call) && statusOf(call.id) !== 'completed')(),
    ),
  },
  'get.foreign.every': {
    'shows the records of edits to every account': showing('get', EDITING),
    'shows the records of image mode to every account': showing('get', IN_IMAGE_MODE),
  },
  'content.foreign.every': {
    'serves extensions to every account': showing('content', EXTENDING),
    'serves clips from references to every account': showing('content', { ...IN_REFERENCE_MODE, audio_urls: SOME }),
  },
  'content.foreign.otherwise': {
    'answers conditions before it checks the owner of a clip': lookingAsOwner({
      operation: 'content',
      key: OTHER_KEY,
      has: 'if-none-match',
    }),
    'serves open ranges to every account': lookingAsOwner(
      (call) => call.operation === 'content' && OTHER_KEY.test(call.key) && call.headers.get('range') === 'bytes=0-',
    ),
  },
  'authentication.get.missing.every': {
    'shows everybody failed generations': showingWhile('failed', EMPTY_KEY),
    'shows everybody the records of edits': showing('get', EDITING, EMPTY_KEY),
  },
  'authentication.content.missing.every': {
    'serves everybody the clips of image mode': showing('content', IN_IMAGE_MODE, EMPTY_KEY),
  },
  'create.source-video-ids.owned': { "extends another account's clip": foreignSources(EXTENDING) },
  'create.source-video-ids.owned.otherwise': {
    "edits another account's clip": foreignSources(EDITING),
    "accepts another account's clip as a reference": foreignSources({
      source_video_ids: SOME,
      reference_video_operation: ABSENT,
    }),
  },
  'create.source-video-ids.owned.second': {
    'checks only the first source video': sending({ body: { source_video_ids: 2 } }, (call) =>
      withBody(call, { ...call.json, source_video_ids: sourcesIn(call).slice(0, 1) }),
    ),
  },
});

const SECOND_KEY: readonly Mutant[] = mutants({
  'get.answer.status.second-key': {
    'finds at get only generations of the same key': rejecting({ ...RECORD, key: /-second$/ }, 404, 'video_not_found'),
  },
  'content.answer.status.second-key': {
    'finds at content only generations of the same key': rejecting(
      { operation: 'content', key: /-second$/ },
      404,
      'video_not_found',
    ),
  },
  'create.source-video-ids.owned.second-key': {
    'accepts as a source video only generations of the same key': knowingCreates((createOf) => async (call, engine) => {
      const isAnother = sourcesIn(call).some((id) => (createOf(id)?.key ?? call.key) !== call.key);
      return isAnother && call.key.endsWith('-second') ? refusalAnswer(400, 'source_video_not_found') : engine(call);
    }),
  },
});

/** Reveals in some rejections something about the create of the generation that the request names. */
const telling = (what: (create: Call) => string, when: When): (() => Tampering) => {
  const isMeant = meets(when);
  return knowingCreates((createOf) => async (call, engine) => {
    const answer = await engine(call);
    const create = [call.id, ...sourcesIn(call)].map(createOf).find((one) => one !== undefined);
    if (create === undefined || create.key === call.key || answer.status < 400 || !isMeant(call)) return answer;
    const message = `It belongs to another account: ${what(create)}`;
    return withJson(answer, { error: { code: 'video_not_found', message } });
  });
};
const promptOf = ({ json }: Call): string => String(json['prompt']).slice(5, 25);

const REVEALING: readonly Mutant[] = mutants({
  'get.foreign.nothing-of-it': {
    'reveals a part of the prompt to another account': telling(promptOf, { ...RECORD, key: /other/ }),
    'reveals a part of the prompt to another account at a download': telling(promptOf, {
      operation: 'content',
      key: /other/,
    }),
    'reveals a part of the prompt to everybody': telling(promptOf, { ...RECORD, key: EMPTY_KEY }),
    'reveals the image of a generation to another account': {
      tamper: telling(({ json }) => listOf(json, 'image_urls').join(' '), { ...RECORD, key: /other/ }),
      ...ALONE,
      selection: { only: ['get.foreign.every', 'workflow.image.accepted*'] },
    },
  },
  'get.foreign.no-piece-of-key': {
    'reveals the end of the key of an owner': telling(({ key }) => `...${key.slice(-10)}`, RECORD),
    'reveals the key of the owner of a clip without its end': telling(({ key }) => `${key.slice(0, -4)}...`, 'content'),
  },
});

type IsSame = (id: string, asked: string) => boolean;
const sorted = (id: string): string => id.split('').toSorted().join('');

const NEIGHBORS: Readonly<Record<string, IsSame>> = {
  'by their first group': (id, asked) => id.slice(0, 8) === asked.slice(0, 8),
  'by their last group': (id, asked) => id.slice(24) === asked.slice(24),
  'without their last digit': (id, asked) => id.slice(0, 35) === asked.slice(0, 35),
  'by the sum of their digits': (id, asked) => sorted(id) === sorted(asked),
};

const IDS: readonly Mutant[] = Object.entries(NEIGHBORS).flatMap(([how, isSame]) =>
  mutants({
    'get.unknown.neighbor': {
      [`finds generations ${how}`]: {
        tamper: finding(isSame, (find) => readingPath('get', find)),
        selection: { only: ['content.answer.status'] },
      },
    },
    'content.unknown.neighbor': {
      [`finds clips ${how}`]: {
        tamper: finding(isSame, (find) => readingPath('content', find)),
        selection: { only: ['content.answer.status'] },
      },
    },
    'create.source-video-ids.known.neighbor': {
      [`finds source videos ${how}`]: {
        tamper: finding(isSame, (find) => readingSources(find)),
        selection: { only: ['workflow.extend.accepted'] },
      },
    },
  }),
);

export const FOREIGN_MUTANTS: readonly Mutant[] = [...FOREIGN, ...SECOND_KEY, ...REVEALING, ...IDS];

/** Replaces each id in a request by a similar id of a known generation. */
function finding(isSame: IsSame, reading: (find: (asked: string) => string) => () => Tampering): () => Tampering {
  return knowingCreates((_, creates) =>
    reading((asked) => {
      const ids = [...creates.keys()].map(String);
      return ids.includes(asked) ? asked : (ids.find((id) => isSame(id, asked)) ?? asked);
    })(),
  );
}

/** Shows another account a generation if it writes the id in capitals. */
function openToCapitals(): () => Tampering {
  return knowingCreates((createOf) => (call, engine) => {
    const owner = createOf(call.id.toLowerCase());
    const isOpen = OTHER_KEY.test(call.key) && owner !== undefined && call.id !== call.id.toLowerCase();
    return engine(isOpen ? withKey(call, owner.key) : call);
  });
}

/** Charges a create with a source to the key that made the source. */
function foreignSources(when: CreateWhen): () => Tampering {
  const isMeant = meets({ key: OTHER_KEY, body: when });
  return knowingCreates((createOf) => (call, engine) => {
    const owner = createOf(sourcesIn(call)[0]);
    return engine(isMeant(call) && owner !== undefined ? withKey(call, owner.key) : call);
  });
}
