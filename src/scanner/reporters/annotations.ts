import { counted } from '../counted.ts';
import { findingsOf } from './findings.ts';
import type { Reporter } from './reporter.ts';

/** Workflow commands of GitHub Actions, which become annotations of the run: one a finding, in our words. */
export const annotations: Reporter = {
  name: 'annotations',
  mediaType: 'text/plain',
  render(data) {
    const gains = new Map(data.explanation?.fixes.map(({ checkId, gain }) => [checkId, gain]));
    // The run shows ten of each kind only.
    const sorted = findingsOf(data).sort((a, b) => (gains.get(b.id) ?? 0) - (gains.get(a.id) ?? 0));
    return sorted
      .map(({ id, name, status, message, howToFix, affectedPages }) => {
        const where = affectedPages === 0 ? '' : ` (found on ${counted(affectedPages, 'page')})`;
        const kind = status === 'fail' ? 'error' : 'warning';
        return `::${kind} title=${property(`${id} ${name}`)}::${escaped(`${message}${where} ${howToFix}`.trim())}\n`;
      })
      .join('');
  },
};

/** As the runner's own toolkit escapes them (actions/toolkit, packages/core/src/command.ts). */
const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
