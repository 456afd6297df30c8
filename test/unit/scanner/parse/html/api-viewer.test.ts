import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const SPEC = 'https://site.example/api/openapi.json';

describe('viewers of API descriptions', () => {
  const rows: { when: string; html: string; expect: string | undefined | false }[] = [
    { when: 'Redoc', html: '<redoc spec-url="/api/openapi.json"></redoc>', expect: SPEC },
    { when: 'RapiDoc', html: '<rapi-doc spec-url="../api/openapi.json"></rapi-doc>', expect: SPEC },
    { when: 'Elements', html: `<elements-api apiDescriptionUrl="${SPEC}"></elements-api>`, expect: SPEC },
    { when: 'Scalar', html: '<script id="api-reference" data-url="/api/openapi.json"></script>', expect: SPEC },
    {
      when: 'Swagger UI with its call',
      html: `<div id="swagger-ui"></div><script>const ui = SwaggerUIBundle({ dom_id: '#swagger-ui', url: "/api/openapi.json" })</script>`,
      expect: SPEC,
    },
    {
      when: 'Swagger UI with several',
      html: `<script>SwaggerUIBundle({ urls: [{ name: 'A', url: '/api/openapi.json' }, { url: '/b.json' }] })</script>`,
      expect: SPEC,
    },
    {
      when: 'Scalar by a call with the element to fill',
      html: `<script>Scalar.createApiReference('#app', { "url": "/api/openapi.json" })</script>`,
      expect: SPEC,
    },
    { when: 'Redoc by a call', html: `<script>Redoc.init('/api/openapi.json', {}, null)</script>`, expect: SPEC },
    {
      when: 'Swagger UI with an address in a variable',
      html: `<script>let url = "/api/openapi.json"; const options = { url: url + '' }; SwaggerUIBundle(options)</script>`,
      expect: SPEC,
    },
    { when: 'Swagger UI started elsewhere', html: '<div id="swagger-ui"></div>', expect: undefined },
    { when: 'an address that is none', html: '<redoc spec-url="http://["></redoc>', expect: undefined },
    {
      when: 'a page that shows the code',
      html: '<pre>&lt;redoc spec-url="/a">SwaggerUIBundle({url:"/a"})</pre>',
      expect: false,
    },
    { when: 'data', html: '<script type="application/json">"SwaggerUIBundle({url:\\"/a\\"})"</script>', expect: false },
  ];
  for (const { when, html, expect } of rows) {
    it(`${expect === false ? 'sees none in' : 'sees'} ${when}`, () =>
      assert.deepEqual(factsOf(html).apiViewer, expect === false ? undefined : { specUrl: expect }));
  }
});
