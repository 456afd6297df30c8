import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offersScheme, resourceMetadataIn } from '../../../../../src/scanner/parse/http-headers/www-authenticate.ts';

describe('challenges', () => {
  it('tells whether a scheme is offered', () => {
    assert.equal(offersScheme('Bearer realm="a"', 'bearer'), true);
    assert.equal(offersScheme('Basic realm="a", Bearer', 'bearer'), true);
    assert.equal(offersScheme('Basic realm="no bearer here"', 'bearer'), false);
    assert.equal(offersScheme('Bearerish x="y"', 'bearer'), false);
    assert.equal(offersScheme(undefined, 'bearer'), false);
  });

  it('finds the address of the resource metadata', () => {
    const url = 'https://site.example/.well-known/oauth-protected-resource/mcp';
    assert.equal(resourceMetadataIn(`Bearer error="invalid_token", resource_metadata="${url}"`), url);
    assert.equal(resourceMetadataIn(`Bearer Resource_Metadata = ${url}, scope="a"`), url);
    assert.equal(resourceMetadataIn('Bearer resource_metadata=""'), undefined);
    assert.equal(resourceMetadataIn('Bearer realm="a"'), undefined);
    assert.equal(resourceMetadataIn(undefined), undefined);
  });
});
