import { scanIds } from '../resources/scan-ids.ts';
import { renderScan } from '../resources/scan-report.ts';
import { agentPrompt } from '../scanner/reporters/agent-prompt.ts';
import { definePrompt } from './define-prompt.ts';

export const fixSite = definePrompt({
  name: 'fix_site',
  title: 'Fix a scanned site',
  description: 'Turns one of your scans into ordered work for a coding agent that has the sources of the site.',
  arguments: [{ name: 'scanId', description: 'Id of a completed scan of yours', complete: scanIds }],
  write: ({ scanId = '' }, context) => renderScan(scanId, agentPrompt, context),
});
