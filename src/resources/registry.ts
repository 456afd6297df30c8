import { catalogue } from './catalogue.ts';
import { check } from './check.ts';
import type { ResourceDefinition } from './define-resource.ts';
import { methodology } from './methodology.ts';
import { openapi } from './openapi.ts';
import { scan } from './scan.ts';
import { scanReport } from './scan-report.ts';

/** Every resource, in the order in which they are shown. */
export const RESOURCES: readonly ResourceDefinition[] = [catalogue, check, methodology, scan, scanReport, openapi];
