/**
 * A process that runs `legible` commands one after another, as its parent sends them. What they import is loaded once;
 * the file of the command itself runs anew for each, because every import has another query. Plain JavaScript, so that
 * the bundle runs without tsx.
 */
import { pathToFileURL } from 'node:url';

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, ...rest) => {
    written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const done = rest.find((each) => typeof each === 'function');
    if (done !== undefined) process.nextTick(done);
    return true;
  };
}

process.on('message', async ({ script, parts, env, number }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, script, ...parts];
  process.exitCode = undefined;
  written.stdout = '';
  written.stderr = '';
  await import(`${pathToFileURL(script).href}?run=${number}`);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.removeAllListeners('uncaughtException');
  process.send({ code, ...written });
});
process.once('disconnect', () => process.exit());
