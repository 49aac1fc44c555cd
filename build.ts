/** The first half of `npm run build`: the JavaScript of `dist/`. Entries lie there as their sources do, what several share in `dist/shared` (decision 0008). */

import { build } from 'rolldown';
import manifest from './package.json' with { type: 'json' };

/** Started by their files, as the command is. */
const PROOF = ['./dist/conformance/prove/main.js', './dist/conformance/prove/run/fork.js'];

const published = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.default));
const names = [manifest.bin.standin, ...published, ...PROOF].map((path) => path.slice('./dist/'.length, -'.js'.length));

await build({
  input: Object.fromEntries(names.map((name) => [name, `${name}.ts`])),
  platform: 'node',
  // What npm installs stays where npm puts it.
  external: /^[^./]/,
  onLog: (_level, { message }) => {
    throw new Error(message);
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: {
      groups: [
        // All that `standin serve` needs until it has answered a poll, in two files: each file costs a part of the start.
        { name: 'engine', test: /\/emulator\/(commands|api\/get)\.ts$/, priority: 2 },
        { name: 'command', test: /\/bin\/(program|serve-command|exec-command)\.ts$/, priority: 1 },
      ],
    },
  },
});
