/** The reporter of node:test in a test process: sends every result to the runner. */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Failure, Outcome, Report } from './messages.ts';
import { placesInSources } from './places.ts';

type Result = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data'];

const send = (report: Report) => process.send?.(report);

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Titles of the suites and tests that have begun, by nesting.
  const titles: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:start') titles.splice(event.data.nesting, Infinity, event.data.name);
    if (event.type === 'test:pass') onResult(event.data, undefined, titles);
    if (event.type === 'test:fail') onResult(event.data, event.data.details.error, titles);
    // Output of the tests is passed through unchanged; the reporter adds nothing.
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
  }
}

function onResult(result: Result, error: Error | undefined, titles: readonly string[]): void {
  const { nesting, name, details } = result;
  const path = [...titles.slice(1, nesting), name];
  const own = error !== undefined && !failedBelow(error);
  const failure = own ? { failure: describeFailure(result, error, path) } : {};
  if (nesting === 0) return void send({ kind: 'file', file: name, durationMs: details.duration_ms, ...failure });
  if (details.type !== 'suite') return void send({ kind: 'test', outcome: outcomeOf(result, error), ...failure });
  send({ kind: 'suite' });
  // A suite that fails by itself, in a hook for example, is counted, because its tests may not be.
  if (own) send({ kind: 'test', outcome: 'fail', ...failure });
}

function outcomeOf({ skip, todo }: Result, error: Error | undefined): Outcome {
  if (skip !== undefined && skip !== false) return 'skipped';
  if (todo !== undefined && todo !== false) return 'todo';
  if (error === undefined) return 'pass';
  const type = failureTypeOf(error);
  return type === 'cancelledByParent' || type === 'testAborted' ? 'cancelled' : 'fail';
}

/** node:test's reason of a failure; its property is not declared. */
const failureTypeOf = (error: Error): unknown => ('failureType' in error ? error.failureType : undefined);

const failedBelow = (error: Error): boolean => failureTypeOf(error) === 'subtestsFailed';

function describeFailure(result: Result, error: Error, path: readonly string[]): Failure {
  const { file = '', line = 0, column = 0 } = result;
  return {
    title: path.join(' > '),
    location: placesInSources(`${file}:${line}:${column}`),
    error: placesInSources(
      inspect(error.cause instanceof Error ? error.cause : (error.cause ?? error), { breakLength: 120 }),
    ),
  };
}
