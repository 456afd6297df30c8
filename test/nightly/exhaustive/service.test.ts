import { describeWhole } from './describe-whole.ts';

await describeWhole('test/service');
