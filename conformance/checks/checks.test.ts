import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirementById } from '../../contract/requirements/requirements.ts';
import { DEFECTS, defectOf } from '../engine/defects.ts';
import { selectChecks, SelectionError } from '../engine/select.ts';
import { CHECKS } from './checks.ts';

/** A call that makes a check, or a row of a table of checks, from its name to the closing bracket on the same column. */
const BLOCK =
  /^( *)(?:(?:\.\.\.)?(?:defineCheck|defineObservation)\(\{?|'[a-z0-9.-]+': (?:\[|\{(?=\n *(?:requirement|authority|defect|level|passive|proves):)))$[\s\S]*?^\1[})\]]/gm;

const ids = CHECKS.map(({ id }) => id);
const choice = { only: [], skip: [], thorough: false, hostile: false, provoke: false };

test('no id is used twice, and no id has special characters of a glob or a shell', () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(id))).toEqual([]);
});

test('one probe has one id, and one id one probe', () => {
  const byId = new Map<string, unknown>();
  for (const probe of CHECKS.flatMap(({ from }) => from)) {
    expect(byId.get(probe.id) ?? probe).toBe(probe);
    byId.set(probe.id, probe);
  }
});

test('on the authority of the document, checks judge only demands of the document on a server', () => {
  const wrong = CHECKS.filter(({ requirement, authority, level }) => {
    const entry = requirementById(requirement);
    const isDemand = entry.level !== 'silent' && !('binds' in entry && entry.binds !== undefined);
    return authority === 'document' && level !== 'observe' && !isDemand;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('a rule that the document calls a should is never red', () => {
  const wrong = CHECKS.filter(
    ({ requirement, level }) => requirementById(requirement).level === 'should' && level === 'must',
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('the default selection has at least 150 checks and 60 observations', () => {
  const selected = selectChecks(CHECKS, choice);
  const observing = selected.filter(({ level }) => level === 'observe').length;
  expect(observing).toBeGreaterThanOrEqual(60);
  expect(selected.length - observing).toBeGreaterThanOrEqual(150);
});

test('a glob selects by id and by section, and groups are off by default', () => {
  expect(selectChecks(CHECKS, { ...choice, only: ['authentication'] }).length).toBeGreaterThan(10);
  expect(selectChecks(CHECKS, { ...choice, only: ['create.prompt.length.*'] })).toHaveLength(13);
  expect(() => selectChecks(CHECKS, { ...choice, only: ['*hostile*'] })).toThrow('only checks that need --hostile');
  expect(() => selectChecks(CHECKS, { ...choice, only: ['no-such-check'] })).toThrow(SelectionError);
  expect(() => selectChecks(CHECKS, { ...choice, only: ['get.unknown'], skip: ['get*'] })).toThrow(
    'No check is selected',
  );
});

test('each kind of defect has checks that judge it', () => {
  const judging = CHECKS.filter(({ level }) => level !== 'observe').map(defectOf);
  for (const defect of Object.keys(DEFECTS)) expect(judging, defect).toContain(defect);
});

test('a check is at most 40 lines', () => {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const blocks = files.flatMap((name) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    return [...text.matchAll(BLOCK)].map(([block]) => ({
      name: `${name}: ${block.slice(0, 60)}`,
      lines: block.split('\n').length,
    }));
  });
  expect(blocks.length).toBeGreaterThan(300);
  expect(blocks.filter(({ lines }) => lines > 40)).toEqual([]);
});
