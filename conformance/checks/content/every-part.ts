/**
 * Endpoints: content: parts, conditions and HEAD for every clip of a run. A server may break a rule for the clips of
 * one workflow, resolution or length only.
 */

import { defineProbe, type Check } from '../../engine/define.ts';
import { isBusy, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import type { ProbeTools, MadeGeneration } from '../../engine/probe-tools.ts';
import { fail, notApplicable, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { cases, type Expectation, type Flaw, is } from '../lib/cases.ts';
import { CLIP_DOWNLOADS, DOWNLOAD, look, validatorsOf } from '../lib/downloads.ts';
import { describeRequest, firstOther, worstOutcome } from '../lib/rules.ts';
import { conditionForms } from './condition-requests.ts';
import { mayIgnore } from './conditions.ts';
import { typeFlaw } from './clip.ts';
import { contentRange, PART_RULES, type PartRule, rightPart } from './parts.ts';
import { INNER, labelsOf, rangesOf, WIDTH } from './range-table.ts';

const WITHIN = labelsOf('each clip', 'content.range.bytes');
const INSIDE: HeaderLine = ['Range', INNER];

/** False conditions. A server that evaluates a condition returns neither 200 nor 206. */
const CONDITIONS = ['none own', 'match other', 'unmodified old'] as const;

export const EVERY_PART = defineProbe({
  id: 'content.every-clip',
  sends:
    'After all other requests, the kit sends requests for each clip of the run. The kit requests ranges at the start, in the middle, at the end and beyond the end. Then the kit sends an open range, a HEAD, and ranges with conditions that are false.',
  after: [DOWNLOAD],
  turn: 'last',
  run: async (kit) => {
    const open = kit.ended();
    await Promise.all(open.map((clip) => askFor(kit, clip)));
  },
});

async function askFor(kit: ProbeTools, { name, id, key }: MadeGeneration): Promise<void> {
  kit.skipIfRateLimited();
  const part = (what: string, ...headers: HeaderLine[]): ReturnType<ProbeTools['content']> =>
    kit.content(`${what} of ${name}`, id, { key, headers });
  const start = await part('start', INSIDE);
  const { response } = start.exchange;
  await look(kit, ['head', `head of ${name}`], { id, key });
  if (response?.status !== 206) return;
  const size = Number(contentRange(response)?.total);
  if (Number.isInteger(size) && size > WIDTH) {
    const { start: _sent, ...others } = rangesOf('each clip', size);
    for (const [label, range] of Object.entries(others)) await part(label, ['Range', range]);
  }
  const forms = conditionForms(validatorsOf(start));
  for (const label of CONDITIONS) {
    const condition = forms[label];
    if (condition !== undefined) await part(label, ...condition, INSIDE);
  }
}

const ABOUT = { from: [...CLIP_DOWNLOADS, EVERY_PART], defect: 'lost-rule', passive: true } as const;

export const EVERY_PART_CHECKS: readonly Check[] = cases(ABOUT, {
  'content.every-clip.whole': [
    'A download of any clip of the run returns 200. The body has as many bytes as Content-Length states.',
    'The server returns 404 for the clips of one workflow, or sends the Content-Length of an earlier file.',
    each(looksIn(['whole']), ({ answer: { response } }) =>
      response.status === 200 && response.complete ? undefined : ['200 with the whole clip'],
    ),
    { requirement: 'content.answer.status' },
  ],
  'content.every-clip.part.status': [
    'For every clip of the run, a range within the clip returns 206.',
    'The server ignores Range for the clips of one workflow or resolution, or for long clips.',
    each(looksIn(labelsOf('each clip', 'part')), ({ answer }) =>
      answer.response.status === 206 ? undefined : ['206'],
    ),
    { requirement: 'content.range.status' },
  ],
  'content.every-clip.part.bytes': [
    'For every clip of the run, ranges at the start, in the middle and at the end return the right bytes.',
    'For one workflow or resolution, the server sends other bytes of the clip, or bytes of another file.',
    each(looksIn(WITHIN), ({ answer, whole }) =>
      whole === undefined || answer.response.status !== 206
        ? notApplicable('The response is not a part, or the kit did not download the whole clip.', answer)
        : rightPart(answer, whole),
    ),
    { requirement: 'content.range.bytes' },
  ],
  'content.every-clip.type': [
    'Every clip of the run and every part of a clip has the Content-Type `video/mp4`.',
    'The server sends another Content-Type for the clips of one workflow, or for parts.',
    each(
      (evidence) => [...looksIn(['whole'])(evidence).filter(({ whole }) => whole !== undefined), ...partsIn(evidence)],
      ({ answer }) => typeFlaw(answer.response),
    ),
    { requirement: 'content.answer.type' },
  ],
  'content.every-clip.part.headers': [
    'For every clip of the run, a 206 has the same ETag as the 200. The 206 states its byte range and the size of the clip (RFC 9110, 15.3.7 and 14.4).',
    'For one workflow, the server states wrong byte ranges in a 206, or omits the ETag.',
    each(partsIn, describesItself),
    { requirement: 'content.headers', authority: 'http' },
  ],
  'content.every-clip.part.beyond': [
    'For every clip of the run, a range beyond the end does not return a part. If a 416 states a size, this size is the size of the clip (RFC 9110, 15.3.7 and 14.4).',
    'For clips of some workflows, the server returns a part beyond the end, or states the size of another file.',
    each(looksIn(labelsOf('each clip', 'never')), endsWithClip),
    { requirement: 'content.range.beyond', authority: 'http' },
  ],
  'content.every-clip.conditions': [
    'If the server evaluates a condition for one clip of the run, it evaluates the condition for all clips (RFC 9110, 13.1.1 and 13.1.2). Clips without an ETag or a Last-Modified date do not count.',
    'The server ignores conditions for the clips of one workflow.',
    evaluated,
    { requirement: 'content.conditional', authority: 'http' },
  ],
  'content.every-clip.of-head': [
    'If HEAD works for one clip, HEAD works for every clip of the run. HEAD returns the same Content-Type and Content-Length as GET (RFC 9110, 9.3.2 and 8.6).',
    'The server supports HEAD only for some clips, or returns the headers of another file.',
    headed,
    { requirement: 'content.head', authority: 'http' },
  ],
});

/** A response of this probe or a download, and the clip that it belongs to, if its download arrived whole. */
interface Look {
  readonly answer: Answered;
  readonly whole: Answered | undefined;
}

/** Fails with the first response that has a flaw. The check is untestable if no response could be judged. */
function each(
  find: (evidence: Evidence) => readonly Look[],
  rule: (look: Look, evidence: Evidence) => Outcome | Flaw | undefined,
): Expectation {
  return (evidence) => {
    const outcomes = find(evidence).map((look) => {
      const verdict = rule(look, evidence);
      if (verdict === undefined) return pass(look.answer);
      return 'verdict' in verdict ? verdict : fail(look.answer, verdict[0], verdict[1] ?? describeRequest(look.answer));
    });
    const good = outcomes.filter(({ verdict }) => verdict === 'pass').slice(0, 3);
    const broken = outcomes.find(({ verdict }) => verdict === 'fail');
    return (
      broken ?? (good.length === 0 ? untestable('The run did not send a request of this kind.') : firstOther(good))
    );
  };
}

/** Finds the responses to these requests for the clips of completed generations. One of them may be the download. */
function looksIn(forms: readonly string[]): (evidence: Evidence) => Look[] {
  return (evidence) =>
    downloadsByName(evidence).flatMap(([name, download]) => {
      const whole = download !== undefined && is(200)(download) && download.response.complete ? download : undefined;
      const sent = forms.flatMap((form) => (form === 'whole' ? download : evidence.maybe(`${form} of ${name}`)) ?? []);
      return sent.filter((answer) => !isBusy(answer)).map((answer) => ({ answer, whole }));
    });
}

function partsIn(evidence: Evidence): Look[] {
  return looksIn(WITHIN)(evidence).filter(({ answer }) => is(206)(answer));
}

/**
 * Returns the generations that this probe requested and whose last poll showed a clip, each with the last response to
 * its download.
 */
function downloadsByName({ all, anyClip, every, trace }: Evidence): (readonly [string, Answered | undefined])[] {
  const names = new Set(all('start of ').map(({ label }) => label.replace('start of ', '')));
  const isCompleted = (name: string): boolean => {
    const last = trace(name).polls.at(-1);
    return last !== undefined && objectOf(last)['status'] === 'completed';
  };
  const answers = every.filter((answer) => answer.label === 'whole' && !isBusy(answer));
  return [...names].filter(isCompleted).map((name) => {
    const id = name === anyClip ? DOWNLOAD.id : `download.${name.replace(/^clip\./, '')}`;
    return [name, answers.findLast(({ probe }) => probe === id)] as const;
  });
}

function describesItself({ answer, whole }: Look, evidence: Evidence): Flaw | undefined {
  if (!answer.response.complete) return ['as many bytes as Content-Length states'];
  const { header: named, length } = PART_RULES;
  const rules: PartRule[] = whole === undefined ? [named, length] : Object.values(PART_RULES);
  const flaws = rules.map((rule) => rule(answer, whole?.response ?? answer.response, evidence));
  const flaw = flaws.find((found) => found !== undefined);
  return typeof flaw === 'string' ? [flaw] : flaw;
}

function endsWithClip({ answer, whole }: Look): Flaw | undefined {
  const { status } = answer.response;
  if (status === 206 || status >= 500) return ['416, or another status below 500 except 206'];
  const told = header(answer.response, 'content-range');
  if (status !== 416 || told === undefined || whole === undefined) return undefined;
  const wanted = `bytes */${whole.response.body.size}`;
  return told.trim().toLowerCase() === wanted ? undefined : [wanted, told];
}

function evaluated(evidence: Evidence): Outcome {
  const outcomes = CONDITIONS.flatMap((condition) => {
    const answers = looksIn([condition])(evidence).map(({ answer }) => answer);
    const known = answers.find(is(304, 412));
    if (known === undefined) return [];
    const { status } = known.response;
    const ignored = answers.find((answer) => is(200, 206)(answer) && !mayIgnore({ answer, status }));
    return ignored === undefined
      ? pass(known, ...answers.slice(0, 2))
      : fail([known, ignored], `${status}, as for another clip`, describeRequest(ignored));
  });
  const none = notApplicable('The server ignores all conditions: it never returns 304 or 412.');
  return worstOutcome(outcomes) ?? outcomes[0] ?? none;
}

function headed(evidence: Evidence): Outcome {
  const heads = looksIn(['head'])(evidence);
  const known = heads.find(({ answer }) => answer.response.status === 200)?.answer;
  if (known === undefined) return notApplicable('HEAD does not return 200 for any clip.');
  const judged = each(
    () => heads,
    ({ answer, whole }) => {
      if (answer.response.status !== 200)
        return fail([known, answer], '200, as for another clip', describeRequest(answer));
      const [length, type] = ['content-length', 'content-type'].map((name) => header(answer.response, name));
      const size = whole?.response.body.size;
      if (length !== undefined && size !== undefined && Number(length) !== size)
        return [`Content-Length: ${size}`, length];
      return type === undefined ? undefined : typeFlaw(answer.response);
    },
  );
  return judged(evidence);
}
