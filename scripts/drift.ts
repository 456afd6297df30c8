/** `npm run drift`: lists the upstream texts that the rules were not compared with for six months. Never fails. */
import { driftReport } from './upstream-page.ts';

console.log(driftReport(new Date().toISOString().slice(0, 10)).join('\n'));
