import { NO_TOOLS, titleOf } from '../../mcp/tools.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradeShare, listEvidence } from './evidence.ts';

const PERCENT = { pass: 100, warn: 80 };

export default defineCheck({
  id: 'M13',
  slug: 'tool-titles',
  series: 'mcp',
  category: 'tools',
  titles: { pass: 'Tools have titles', fail: 'Tools have no titles', action: 'Give each tool a title' },
  why: 'Clients show the title where a person approves a call. Without one they show an identifier, and directories refuse the server.',
  rule: 'Counts the tools with a title, in the tool or in its annotations. Passes when every tool has one. Warns from 80 %. Fails below. Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/server/tools',
    'https://claude.com/docs/connectors/building/review-criteria',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const untitled = tools.filter((tool) => titleOf(tool) === '');
    const titled = tools.length - untitled.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${titled} of ${tools.length} tools`,
      threshold: '100 %',
      examples: untitled.map(({ name }) => name),
      directories: [directoryVerdict('titles', untitled.length === 0)],
    };
    const status = gradeShare(titled, tools.length, PERCENT);
    if (status === 'pass') return pass(`Every tool has a title (${tools.length} of ${tools.length}).`, evidence);
    return (status === 'warn' ? warn : fail)(`${untitled.length} of ${tools.length} tools have no title.`, {
      howToFix: 'Give each tool a title of two to four words, as a person would name it, such as "Search issues".',
      evidence,
    });
  },
});
