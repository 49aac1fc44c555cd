/** Detects programs that ended with an uncaught exception, whose trace is their last output. */

const END = 4096;

/** The last output of Python, Node, Go, Java and Ruby after an uncaught exception. */
const TRACES: readonly RegExp[] = [
  // A logged trace is followed by further output of the program.
  /^Traceback \(most recent call last\):\n(?: .*\n|\n)+(?!Traceback)\S.*(?:\n(?:\s.*)?)*$(?![^])/m,
  // Node ends with this line after any uncaught value, and never otherwise.
  /\n\nNode\.js v\d+\.\d+\.\d+\S*\s*$(?![^])/,
  /^panic: [\s\S]*^goroutine \d+ \[/m,
  /^Exception in thread "[^"]*" [\s\S]*^\s+at [\w.$/<>]+\(/m,
  /^\S+\.rb:\d+:in .+ \(\w+(?:::\w+)*\)/m,
];

/** Returns whether the end of standard error is the trace of an uncaught exception. */
export function endsInTrace(stderr: string): boolean {
  const end = stderr.slice(-END).replaceAll('\r\n', '\n');
  return TRACES.some((trace) => trace.test(end));
}
