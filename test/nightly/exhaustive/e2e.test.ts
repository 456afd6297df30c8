import { describeWhole } from './describe-whole.ts';

await describeWhole('test/e2e');
