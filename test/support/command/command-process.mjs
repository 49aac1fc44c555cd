/**
 * Runs command lines of the built `standin` one after the other, each as `bin/standin.ts` does, and tells what it wrote
 * and its exit status. What a line leaves running ends with this process.
 */

import { pathToFileURL } from 'node:url';

const [name] = process.argv.splice(2);
const entry = pathToFileURL(name).href;
let lines = 0;
let turn = Promise.resolve();

process.on('message', (job) => {
  turn = turn.then(async () => {
    const outcome = await outcomeOf(job);
    // Whoever asked may be gone.
    process.send(outcome, () => {});
  });
});
process.on('disconnect', () => process.exit());

/** The entry is evaluated anew by its query; what it imports is loaded once. */
async function outcomeOf({ id, args, env, cwd }) {
  const said = { stdout: '', stderr: '' };
  const restore = ['stdout', 'stderr'].map((stream) => collect(process[stream], (text) => (said[stream] += text)));
  for (const variable of Object.keys(process.env)) delete process.env[variable];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, name, ...args];
  process.exitCode = undefined;
  try {
    lines += 1;
    await import(`${entry}?line=${lines}`);
  } catch (error) {
    said.stderr += `${error.stack}\n`;
    process.exitCode = 1;
  }
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  for (const back of restore) back();
  return { id, status, ...said };
}

function collect(stream, hear) {
  const { write } = stream;
  stream.write = (chunk, encoding, done) => {
    hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    const told = typeof encoding === 'function' ? encoding : done;
    if (told !== undefined) process.nextTick(told);
    return true;
  };
  return () => {
    stream.write = write;
    stream.removeAllListeners('error');
  };
}
