import { catalogue, check, methodology, recipe } from './checks.ts';
import { defineResource, type ResourceDefinition } from './define-resource.ts';
import { scanApp } from './scan-app.ts';
import { scan, scanReport } from './scans.ts';

const openapi = defineResource({
  uri: 'legible://openapi.json',
  name: 'openapi',
  title: 'OpenAPI description',
  description: 'The REST API of this service, as an OpenAPI 3.1 document.',
  mimeType: 'application/json',
  isPublic: true,
  read: async (_, { openApi }) => openApi,
});

/** Every resource, in the order in which they are shown. */
export const RESOURCES: readonly ResourceDefinition[] = [
  catalogue,
  check,
  recipe,
  methodology,
  scan,
  scanReport,
  openapi,
  scanApp,
];
