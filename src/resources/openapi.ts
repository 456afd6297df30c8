import { defineResource } from './define-resource.ts';

export const openapi = defineResource({
  uri: 'legible://openapi.json',
  name: 'openapi',
  title: 'OpenAPI description',
  description: 'The REST API of this service, as an OpenAPI 3.1 document.',
  mimeType: 'application/json',
  isPublic: true,
  read: async (_, { openApi }) => openApi,
});
