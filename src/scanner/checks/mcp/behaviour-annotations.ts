import { NO_TOOLS } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradeShare, listEvidence } from './evidence.ts';

const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;
const PERCENT = { pass: 100, warn: 80 };

export default defineCheck({
  id: 'M19',
  slug: 'behaviour-annotations',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tools declare how they behave',
    fail: 'Tools do not declare how they behave',
    action: 'Add behavior annotations to each tool',
  },
  why: 'Clients decide by these hints whether a person must approve a call. Without them every tool counts as destructive.',
  rule: 'Passes when every tool sets readOnlyHint, destructiveHint and openWorldHint to true or false. Warns when 80 % set readOnlyHint and, unless it is true, destructiveHint. Fails below. Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations',
    'https://developers.openai.com/apps-sdk/app-submission-guidelines',
    'https://claude.com/docs/connectors/building/review-criteria',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const silent = tools.flatMap(({ name, annotations }) => {
      const missing = HINTS.filter((hint) => typeof annotations[hint] !== 'boolean');
      return missing.length === 0 ? [] : [{ at: name, found: `without ${missing.join(', ')}` }];
    });
    const whole = tools.length - silent.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${whole} of ${tools.length} tools`,
      threshold: '100 %',
      findings: silent,
      directories: [
        directoryVerdict('effect', tools.every(isLabelled)),
        directoryVerdict('hints', silent.length === 0),
      ],
    };
    if (silent.length === 0) return pass(`All three hints are set on ${pluralize(tools.length, 'tool')}.`, evidence);
    const basic = tools.filter(declaresEffect).length;
    const message = `${whole} of ${tools.length} tools set all three hints; ${basic} say whether they change or destroy anything.`;
    return (gradeShare(basic, tools.length, PERCENT) === 'fail' ? fail : warn)(message, {
      howToFix:
        'Set readOnlyHint, destructiveHint and openWorldHint of each tool to true or false: openWorldHint is true where it reaches beyond your own data.',
      evidence,
    });
  },
});

/** The review asks for readOnlyHint of what reads and for destructiveHint of what modifies or deletes. */
const isLabelled = ({ annotations: { readOnlyHint, destructiveHint } }: McpTool): boolean =>
  readOnlyHint === true || destructiveHint === true;

const declaresEffect = ({ annotations: { readOnlyHint, destructiveHint } }: McpTool): boolean =>
  readOnlyHint === true || (readOnlyHint === false && typeof destructiveHint === 'boolean');
