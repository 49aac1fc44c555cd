import { expect, test } from 'vitest';
import { ERRORS, isErrorCode } from '../errors.ts';
import { FAILURES } from '../failures.ts';
import { ErrorBody, VideoGeneration } from '../generation.ts';
import { REQUEST_FIELDS } from '../request.ts';
import { REQUIREMENTS } from '../requirements/requirements.ts';
import { apiPage } from './api-page.ts';

const page = apiPage();
const matches = (pattern: RegExp): string[] => Array.from(page.matchAll(pattern), ([, found]) => found ?? '');
const anchors = matches(/<a id="([^"]+)">/g);
const headings = matches(/^#+ (.+)$/gm).map((title) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-'),
);

test('each requirement has its text beside its anchor', () => {
  const lines = page.split('\n');
  const shown = (id: string, text: string): boolean =>
    lines.some((line) => line.includes(`<a id="${id}"></a>`) && line.includes(text));
  expect(REQUIREMENTS.filter(({ id, text }) => !shown(id, text))).toEqual([]);
});

test('each decision on what the document leaves open is on the page', () => {
  const decisions = REQUIREMENTS.flatMap((entry) => (entry.level === 'silent' ? [entry.default] : []));
  expect(decisions.filter((decision) => !page.includes(decision))).toEqual([]);
});

test('no anchor is there twice', () => {
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
});

test('each link on the page leads to an anchor or a heading of it', () => {
  const targets = new Set([...anchors, ...headings]);
  const links = matches(/\]\(#([^)]+)\)/g);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !targets.has(link))).toEqual([]);
});

test('the page has a place for exactly the codes of the catalog of errors', () => {
  const codes = anchors.filter((anchor) => anchor.startsWith('code.')).map((anchor) => anchor.slice('code.'.length));
  expect(codes).toEqual(Object.keys(ERRORS));
});

test('the page has a place for exactly the failures of the table', () => {
  const codes = anchors
    .filter((anchor) => anchor.startsWith('failure.'))
    .map((anchor) => anchor.slice('failure.'.length));
  expect(codes).toEqual(Object.keys(FAILURES));
});

test('whatever the page spells like a code is a code, a failure, a field or a setting', () => {
  const settings = REQUIREMENTS.flatMap((entry) => (entry.level === 'silent' ? (entry.settings ?? []) : []));
  const fields = [...REQUEST_FIELDS, ...Object.keys(VideoGeneration.shape), ...Object.keys(ErrorBody.shape)];
  const known = new Set([...Object.keys(FAILURES), ...fields, ...settings]);
  const words = matches(/`([a-z]+(?:_[a-z]+)+)`/g);
  expect(words.filter((word) => !isErrorCode(word) && !known.has(word))).toEqual([]);
});

test('each status of the catalog stands in the table of an endpoint that can answer it', () => {
  const create = page.slice(page.indexOf('### Create'), page.indexOf('### Get'));
  const content = page.slice(page.indexOf('### Content'), page.indexOf('### Authentication'));
  expect(create).toMatch(/\| `402` \|.*`insufficient_credits`/);
  expect(create).not.toContain('`416`');
  expect(content).toMatch(/\| `416` \|.*`range_not_satisfiable`/);
  expect(content).not.toContain('`402`');
});
