import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { DriverError, GRACE_MS, type ClientCall } from './client-driver.ts';
import { linesDriver } from './lines-driver.ts';
import { processDriver } from './process-driver.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-drivers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

function call(more: Partial<ClientCall> = {}): ClientCall {
  const rest = { goal: 'make', body: { prompt: 'x' }, output: join(folder, 'clip.mp4'), folder };
  return { name: 'a', url: 'http://127.0.0.1:1', apiKey: 'sk_standin_secret', deadlineSeconds: 20, ...rest, ...more };
}

function drive(code: string, more: Partial<ClientCall> = {}): ReturnType<ReturnType<typeof processDriver>['drive']> {
  return processDriver([process.execPath, '-e', code]).drive(call(more), never);
}

describe('a process', () => {
  test.each([
    ['process.exit(0)', 'delivered'],
    ['process.exit(1)', 'gave-up'],
    ['process.exit(64)', 'unsupported'],
    ['process.exit(3)', 'crashed'],
    ['process.kill(process.pid, "SIGKILL")', 'crashed'],
    ['throw new Error("nobody caught this")', 'crashed'],
    ['Promise.reject("nobody caught this")', 'crashed'],
    ['console.error(new Error("caught").stack); process.exit(1)', 'gave-up'],
    [
      'console.log(JSON.stringify({ error: { code: "x" } })); console.error("    at a.js:1:1"); process.exit(1)',
      'gave-up',
    ],
  ])('that does %s has %s', async (code, end) => {
    expect((await drive(code)).outcome.end).toBe(end);
  });

  test('gets its work from the environment, and starts in the folder of its case', async () => {
    const { outcome } = await drive(
      'const e = process.env; console.log(JSON.stringify({ ids: [e.STANDIN_GOAL, e.STANDIN_BODY, e.STANDIN_DEADLINE_SECONDS, process.cwd()] }))',
    );
    expect(outcome.said?.ids.slice(0, 3)).toEqual(['make', '{"prompt":"x"}', '20']);
    expect(outcome.said?.ids[3]).toContain('standin-drivers-');
  });

  test('that outlives its deadline is hung, and its children are killed with it', async () => {
    const child = 'require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"]).pid';
    const code = `console.log(JSON.stringify({ id: String(${child}) })); setInterval(() => 0, 1000)`;
    const { outcome } = await drive(code, { deadlineSeconds: 0.8 - GRACE_MS / 1000 });
    expect(outcome.end).toBe('hung');
    const pid = Number(outcome.said?.ids[0]);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  });

  test('that starts late on a busy machine gets more time, by the delay of its first request', async () => {
    const deadline = call({ deadlineSeconds: 0.2 - GRACE_MS / 1000 });
    const driver = processDriver([process.execPath, '-e', 'setTimeout(() => 0, 500)']);
    const ends = [undefined, () => performance.now() + 20_000].map(async (first) =>
      driver.drive(deadline, never, first),
    );
    expect((await Promise.all(ends)).map(({ outcome }) => outcome.end)).toEqual(['hung', 'delivered']);
  });

  test('that prints its key is detected, and the kept output does not contain the key', async () => {
    const { outcome, output } = await drive('console.error("Bearer " + process.env.STANDIN_API_KEY)');
    expect(outcome.leaks).toEqual(['standard error']);
    expect(output).toContain('Bearer [key]');
    expect(output).not.toContain('sk_standin_secret');
  });

  test('that cannot be started is a usage error', async () => {
    await expect(processDriver(['no-such-program']).drive(call(), never)).rejects.toThrow(DriverError);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('one long process', () => {
  const answers = (line: string): string =>
    `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => { const { case: name } = JSON.parse(line); ${line} })`;

  test('answers cases in any order', async () => {
    const code = answers(
      'setTimeout(() => console.log(JSON.stringify({ case: name, outcome: name === "a" ? "delivered" : "gave-up", error: { code: "x" } })), name === "a" ? 100 : 0)',
    );
    const driver = linesDriver([process.execPath, '-e', code], folder);
    const ends = await Promise.all(['a', 'b'].map((name) => driver.drive(call({ name }), never)));
    expect(ends.map(({ outcome }) => outcome.end)).toEqual(['delivered', 'gave-up']);
    expect(ends[1]?.outcome.said?.error).toEqual({ code: 'x' });
    await driver.close();
  });

  test('writes its last answer without a line end and exits, and the answer is read', async () => {
    const code = answers('process.stdout.write(JSON.stringify({ case: name, outcome: "delivered" })); process.exit(0)');
    const driver = linesDriver([process.execPath, '-e', code], folder);
    expect((await driver.drive(call(), never)).outcome.end).toBe('delivered');
    await driver.close();
  });

  test('writes two answers in one line, and both cases get their answer', async () => {
    const code = answers(
      'globalThis.all = (globalThis.all ?? "") + JSON.stringify({ case: name, outcome: "delivered" }); if (name === "b") console.log(globalThis.all);',
    );
    const driver = linesDriver([process.execPath, '-e', code], folder);
    const ends = await Promise.all(['a', 'b'].map((name) => driver.drive(call({ name }), never)));
    expect(ends.map(({ outcome }) => outcome.end)).toEqual(['delivered', 'delivered']);
    await driver.close();
  });

  test('whose answer cannot be read is hung, and the verdict quotes it without the key', async () => {
    const code = answers(
      'const { apiKey } = JSON.parse(line); console.error("log of " + name); console.log("{ case: " + name + ", key: " + apiKey); console.log(JSON.stringify({ case: "nobody", outcome: "delivered" }));',
    );
    const driver = linesDriver([process.execPath, '-e', code], folder);
    const { outcome } = await driver.drive(call({ deadlineSeconds: 1.5 - GRACE_MS / 1000 }), never);
    expect([outcome.end, outcome.how]).toEqual([
      'hung',
      'no line for this case before its deadline; 2 lines of its output are not answers, the first: { case: a, key: [key]',
    ]);
    const output = await driver.close();
    expect(output).toMatch(/--- standard output\n\{ case: a[^]*--- standard error\nlog of a/);
    expect(output).not.toContain('sk_standin_secret');
  });

  test('that ends early has crashed in every open case', async () => {
    const driver = linesDriver([process.execPath, '-e', answers('process.exit(0)')], folder);
    const ends = await Promise.all(['a', 'b'].map((name) => driver.drive(call({ name }), never)));
    expect(ends.map(({ outcome }) => outcome.end)).toEqual(['crashed', 'crashed']);
    await driver.close();
  });
});
